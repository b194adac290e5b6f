#include "Settings.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

/// A file that is read line by line. (inih's own function takes a FILE, which allocates memory.)
struct reading {
  int32_t descriptor;
  int32_t status;
  uint32_t line;
  /// The first line that is too long, or a section that does not stand alone.
  uint32_t bad_line;
  size_t position, count, total;
  uint8_t buffer[256];
  void *reader;
  belfry_setting_handler handler;
};

/// The next octet, or -1 at the end or after a failure.
static int next_octet(struct reading *reading) {
  if (reading->position == reading->count) {
    ssize_t count;
    do {
      count = read(reading->descriptor, reading->buffer, sizeof reading->buffer);
    } while (count < 0 && errno == EINTR);
    if (count < 0) reading->status = -errno;
    if (count <= 0) return -1;
    // A file may say that it is empty, or grow while it is read.
    reading->total += (size_t)count;
    if (reading->total > BELFRY_SETTINGS_SIZE) reading->status = -EFBIG;
    if (reading->status < 0) return -1;
    reading->count = (size_t)count;
    reading->position = 0;
  }
  return reading->buffer[reading->position++];
}

/// Whether only a comment follows a section: inih drops all text there, also settings.
static bool stands_alone(const char *line) {
  const char *end = strchr(line, ']');
  if (end == NULL) return true;
  end += 1 + strspn(end + 1, " \t\r");
  return *end == 0 || *end == ';' || *end == '#';
}

/// Reports a section on its own line: inih names it with its first setting only.
static void report_section(struct reading *reading, const char *line) {
  char section[BELFRY_SETTINGS_LINE + 1];
  const char *end = strchr(line, ']');
  if (end == NULL) return;
  size_t length = (size_t)(end - line - 1);
  if (length >= sizeof section) return;
  memcpy(section, line + 1, length);
  section[length] = 0;
  reading->handler(reading->reader, reading->line, section, NULL, NULL);
}

/// Reads a line as `fgets` does, but drops what is too long instead of calling it another line, and the blanks that it
/// begins with: inih would take the line for more of the value above it.
static char *next_line(char *line, int capacity, void *stream) {
  struct reading *reading = stream;
  int length = 0;
  int octet = next_octet(reading);
  if (octet < 0) return NULL;
  reading->line += 1;
  for (; octet >= 0 && octet != '\n'; octet = next_octet(reading)) {
    if (length == 0 && (octet == 0 || isspace(octet))) continue;
    // A zero would end the line for inih. It becomes a blank, which is at worst part of an invalid value.
    if (length < capacity - 1) line[length++] = octet == 0 ? ' ' : (char)octet;
    else if (reading->bad_line == 0) reading->bad_line = reading->line;
  }
  line[length] = 0;
  // Some editors begin a file with a byte order mark.
  if (reading->line == 1 && strncmp(line, "\xEF\xBB\xBF", 3) == 0) memmove(line, line + 3, (size_t)length - 2);
  if (line[0] == '[' && !stands_alone(line) && reading->bad_line == 0) reading->bad_line = reading->line;
  if (line[0] == '[') report_section(reading, line);
  return line;
}

static int handle(void *user, const char *section, const char *name, const char *value) {
  struct reading *reading = user;
  reading->handler(reading->reader, reading->line, section, name, value);
  return 1;
}

int32_t belfry_settings_read(int32_t descriptor, void *reader, belfry_setting_handler handler) {
  struct reading reading = {.descriptor = descriptor, .reader = reader, .handler = handler};
  int malformed_line = ini_parse_stream(next_line, &reading, handle, &reading);
  if (reading.status < 0) return reading.status;
  if (malformed_line < 0) return -EIO;
  uint32_t bad_line = reading.bad_line;
  if (bad_line != 0 && (malformed_line == 0 || bad_line < (uint32_t)malformed_line)) return (int32_t)bad_line;
  return malformed_line;
}

const char *belfry_settings_keep(int32_t place, const uint8_t *text, size_t length) {
  static char kept[BELFRY_KEPT_PATTERN + BELFRY_KEPT_PATTERNS][BELFRY_SETTINGS_LINE + 1];
  if (place < BELFRY_KEPT_NAME || place >= BELFRY_KEPT_PATTERN + BELFRY_KEPT_PATTERNS) return NULL;
  if (length > BELFRY_SETTINGS_LINE) length = BELFRY_SETTINGS_LINE;
  if (length > 0) memcpy(kept[place], text, length);
  kept[place][length] = 0;
  return kept[place];
}
