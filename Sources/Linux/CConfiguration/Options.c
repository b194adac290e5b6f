#define _GNU_SOURCE
#include "Options.h"

#include <getopt.h>
#include <stddef.h>
#include <string.h>

// One more than there are options: a row of zeros ends the list.
static struct option options[BELFRY_OPTIONS + 1];
// '+': stop at the first argument that is not an option. ':': print no messages, and report a missing value separately.
static char letters[2 + BELFRY_OPTIONS + 1];

void belfry_options_begin(void) {
  memset(options, 0, sizeof options);
  memset(letters, 0, sizeof letters);
  memcpy(letters, "+:", 2);
  optind = 0;
}

void belfry_options_declare(int32_t number, const char *name, uint8_t letter, int32_t argument) {
  if (number < 0 || number >= BELFRY_OPTIONS) return;
  options[number] = (struct option){.name = name, .has_arg = argument, .val = number};
  size_t length = strlen(letters);
  if (letter != 0 && length < sizeof letters - 1) letters[length] = (char)letter;
}

int32_t belfry_options_next(int32_t count, char *const arguments[], const char **value) {
  int position = optind == 0 ? 1 : optind;
  opterr = 0;
  int found = getopt_long(count, arguments, letters, options, NULL);
  *value = position < count ? arguments[position] : NULL;
  switch (found) {
  case -1:
    if (optind >= count) return BELFRY_OPTION_END;
    *value = arguments[optind];
    return BELFRY_OPTION_UNKNOWN;
  case '?':
    return BELFRY_OPTION_UNKNOWN;
  case ':':
    return BELFRY_OPTION_MISSING_VALUE;
  default:
    *value = optarg;
    return found;
  }
}
