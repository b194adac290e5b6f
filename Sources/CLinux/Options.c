#define _GNU_SOURCE
#include "Options.h"

#include <getopt.h>
#include <stddef.h>

static const struct option options[] = {
  {"config", required_argument, NULL, BELFRY_OPTION_CONFIG},
  {"hci", required_argument, NULL, BELFRY_OPTION_HCI},
  {"display", required_argument, NULL, BELFRY_OPTION_DISPLAY},
  {"buttons", required_argument, NULL, BELFRY_OPTION_BUTTONS},
  {"state", required_argument, NULL, BELFRY_OPTION_STATE},
  {"events", required_argument, NULL, BELFRY_OPTION_EVENTS},
  {"capture", required_argument, NULL, BELFRY_OPTION_CAPTURE},
  {"name", required_argument, NULL, BELFRY_OPTION_NAME},
  {"pairing-window", required_argument, NULL, BELFRY_OPTION_PAIRING_WINDOW},
  {"control", required_argument, NULL, BELFRY_OPTION_CONTROL},
  {"self-test", optional_argument, NULL, BELFRY_OPTION_SELF_TEST},
  {"haptics", required_argument, NULL, BELFRY_OPTION_HAPTICS},
  {"version", no_argument, NULL, BELFRY_OPTION_VERSION},
  {"help", no_argument, NULL, BELFRY_OPTION_HELP},
  {NULL, 0, NULL, 0},
};

void belfry_options_begin(void) {
  optind = 0;
}

int32_t belfry_options_next(int32_t count, char *const arguments[], const char **value) {
  int position = optind == 0 ? 1 : optind;
  // '+': stop at the first argument that is no option. ':': no messages, and a missing value is told apart.
  opterr = 0;
  int found = getopt_long(count, arguments, "+:", options, NULL);
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
