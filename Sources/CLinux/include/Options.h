// The command line, by getopt_long.
#ifndef BELFRY_OPTIONS_H
#define BELFRY_OPTIONS_H

#include <stdint.h>

/// The options, in the order of `belfry_option`'s values. Keep both lists in step.
#define BELFRY_OPTION_CONFIG 0
#define BELFRY_OPTION_HCI 1
#define BELFRY_OPTION_DISPLAY 2
#define BELFRY_OPTION_BUTTONS 3
#define BELFRY_OPTION_STATE 4
#define BELFRY_OPTION_EVENTS 5
#define BELFRY_OPTION_CAPTURE 6
#define BELFRY_OPTION_NAME 7
#define BELFRY_OPTION_PAIRING_WINDOW 8
#define BELFRY_OPTION_CONTROL 9
/// Its value may be left out.
#define BELFRY_OPTION_SELF_TEST 10
#define BELFRY_OPTION_HAPTICS 11
#define BELFRY_OPTION_VERSION 12
#define BELFRY_OPTION_HELP 13

#define BELFRY_OPTION_END (-1)
#define BELFRY_OPTION_UNKNOWN (-2)
#define BELFRY_OPTION_MISSING_VALUE (-3)

/// Begins with the first argument.
void belfry_options_begin(void);

/// The next option. `*value` is what belongs to it, or NULL; for an unknown one, or one without its value, the argument
/// as it stands on the command line.
int32_t belfry_options_next(int32_t count, char *const arguments[], const char **value);

#endif
