// Push buttons, the motor and the LED on the lines of a GPIO chip, by libgpiod, version 1 or 2.
//
// There is one set of buttons and one of outputs in a program, so these functions have no handle.
#ifndef BELFRY_GPIO_H
#define BELFRY_GPIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How many lines there can be.
#define BELFRY_GPIO_LINES 8

struct belfry_gpio_edge {
  /// The place of the line in the list that was opened.
  uint32_t index;
  bool is_active;
  /// When it happened, in microseconds of the monotonic clock.
  uint64_t microseconds;
};

/// Opens the lines of a chip for edges in both directions, biased towards the inactive level. `chip` is a path, a name
/// such as gpiochip0, or the label of a chip; the first with that label is taken. Allocates.
///
/// Returns a descriptor that is readable while edges wait; it stays this module's. -ENODEV: no chip has that name or
/// label. On another failure `*failed` is the place of the line that was refused, or -1.
int32_t belfry_gpio_open(
  const uint8_t *chip, size_t length, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed);

void belfry_gpio_close(void);

/// Takes the next edge. Returns 1, 0 without an edge, or a negative errno if the chip is gone.
int32_t belfry_gpio_next(struct belfry_gpio_edge *edge);

/// Whether a line is active now: 0 or 1, or a negative errno.
int32_t belfry_gpio_level(uint32_t index);

/// Opens lines of a chip as outputs that are inactive; parameters and errors as of `belfry_gpio_open`. Allocates.
/// Returns 0.
int32_t belfry_gpio_open_outputs(
  const uint8_t *chip, size_t length, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed);

/// Makes one of the outputs active or not. Returns 0, or a negative errno when the chip is gone.
int32_t belfry_gpio_switch(uint32_t index, bool is_active);

/// Makes all outputs inactive and lets go of them.
void belfry_gpio_close_outputs(void);

#endif
