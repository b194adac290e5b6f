// The configuration file, by inih.
#ifndef BELFRY_SETTINGS_H
#define BELFRY_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

/// The longest line that is read, in octets, and the longest file.
#define BELFRY_SETTINGS_LINE 198
#define BELFRY_SETTINGS_SIZE 65536

/// Gets one setting: its line, counted from 1, and its words. For the first line of a section, `name` and `value` are
/// NULL.
typedef void (*belfry_setting_handler)(
  void *reader, uint32_t line, const char *section, const char *name, const char *value);

/// Reads settings from a descriptor. Returns 0; the first line that is too long or no setting; or a negative errno:
/// -EFBIG for a file that is too long.
int32_t belfry_settings_read(int32_t descriptor, void *reader, belfry_setting_handler handler);

/// What is kept of the settings' words; one of each but the rules and the patterns.
#define BELFRY_KEPT_NAME 0
#define BELFRY_KEPT_CHIP 1
#define BELFRY_KEPT_BATTERY 2
#define BELFRY_KEPT_WORD 3
/// The first of the alerts' rules, and how many there are.
#define BELFRY_KEPT_RULE 4
#define BELFRY_KEPT_RULES 16
/// The first of the vibration patterns, and how many there are.
#define BELFRY_KEPT_PATTERN 20
#define BELFRY_KEPT_PATTERNS 16

/// Copies text, as much as a line can hold, to where it lasts, in place of what was kept there before.
const char *belfry_settings_keep(int32_t place, const uint8_t *text, size_t length);

#endif
