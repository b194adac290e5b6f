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

// Blanks may surround the name, and what follows the bracket does not count: belfry refuses it.
static bool is_section(char *line) {
  char *end = strchr(line, ']');
  if (!end) return false;
  *end = 0;
  return strcasecmp(trim(line + 1), "watch") == 0;
}

// Whether a line sets `name`; `value` is then its value.
static bool is_setting(char *line, const char *name, char **value) {
  char *sign = strpbrk(line, "=:");
  if (!sign) return false;
  *sign = 0;
  *value = trim(sign + 1);
  return strcasecmp(trim(line), name) == 0;
}

// Belfry reads as many octets.
static char text[65536 + 1];

bool settings_are_damaged(const char *path) {
  long count = read_text(path, text, sizeof text);
  // Belfry reports a file that is too large.
  return count >= 0 && (text[strspn(text, BLANKS "\n")] == 0 || strlen(text) != (size_t)count);
}

bool settings_set_clock(const char *path) {
  bool is_watch = false, is_on = false;
  char *value;
  if (read_text(path, text, sizeof text) < 0) return false;
  // Some editors on Windows put a byte order mark in front.
  char *first = strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
  for (char *line = strtok(first, "\n"); line; line = strtok(NULL, "\n")) {
    line = trim(line);
    if (line[0] == '[') is_watch = is_section(line);
    else if (is_watch && is_setting(line, "set-system-clock", &value)) is_on = strcasecmp(value, "on") == 0;
  }
  return is_on;
}
