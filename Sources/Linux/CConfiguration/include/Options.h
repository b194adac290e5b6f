// The command line, by getopt_long.
#ifndef BELFRY_OPTIONS_H
#define BELFRY_OPTIONS_H

#include <stdint.h>

/// The largest number of options.
#define BELFRY_OPTIONS 24

#define BELFRY_OPTION_END (-1)
#define BELFRY_OPTION_UNKNOWN (-2)
#define BELFRY_OPTION_MISSING_VALUE (-3)

/// Forgets all options, and begins with the first argument.
void belfry_options_begin(void);

/// Declares the option `number`, 0 to 23, with a name that stays; the letter that means the same, or 0; and whether a
/// value follows, as `has_arg` of `struct option`.
void belfry_options_declare(int32_t number, const char *name, uint8_t letter, int32_t argument);

/// The next option: its number or its letter. `*value` is its value, or NULL. For an unknown option, or one without its
/// value, it is the argument as it stands on the command line.
int32_t belfry_options_next(int32_t count, char *const arguments[], const char **value);

#endif
