// Not for Swift: what both versions of libgpiod do, each in its own file.
#ifndef BELFRY_GPIO_VERSIONS_H
#define BELFRY_GPIO_VERSIONS_H

#include <gpiod.h>

#include "include/GPIO.h"

// Neither version of libgpiod defines a macro with its number. Only version 1 defines this macro.
#ifdef GPIOD_LINE_BULK_MAX_LINES
#define BELFRY_GPIOD_1 1
#else
#define BELFRY_GPIOD_1 0
#endif

#define BELFRY_GPIO_CONSUMER "belfry"

/// Opens lines of the chip at `path`; see `belfry_gpio_open`.
int32_t belfry_gpio_request(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed);

/// The same for outputs; see `belfry_gpio_open_outputs`.
int32_t belfry_gpio_request_outputs(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed);

#endif
