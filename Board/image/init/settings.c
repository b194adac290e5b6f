#include <string.h>
#include <strings.h>

#include "init.h"

#define BLANKS " \t\r"

// Removes the comment and the blanks at both ends. Returns the first octet that is not a blank.
static char *trim(char *line) {
  line[strcspn(line, ";#")] = 0;
  line += strspn(line, BLANKS);
  for (size_t length = strlen(line); length > 0 && strchr(BLANKS, line[length - 1]); length--) line[length - 1] = 0;
  return line;
}

static bool is_section(const char *line) { return strcasecmp(line, "[watch]") == 0; }

// Whether a line sets `name`; `value` is then its value.
static bool is_setting(char *line, const char *name, char **value) {
  char *sign = strchr(line, '=');
  if (!sign) return false;
  *sign = 0;
  *value = trim(sign + 1);
  return strcasecmp(trim(line), name) == 0;
}

bool settings_set_clock(const char *path) {
  // Belfry reads as many octets.
  static char text[65536 + 1];
  bool is_watch = false, is_on = false;
  char *value;
  if (read_text(path, text, sizeof text) < 0) return false;
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    line = trim(line);
    if (line[0] == '[') is_watch = is_section(line);
    else if (is_watch && is_setting(line, "set-system-clock", &value)) is_on = strcasecmp(value, "on") == 0;
  }
  return is_on;
}
