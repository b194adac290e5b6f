// The terminal's settings, and getting them back however the program ends.
#ifndef BELFRY_TERMINAL_H
#define BELFRY_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

bool belfry_is_terminal(int32_t descriptor);

/// How many columns and rows a terminal has. Returns 0 or a negative errno.
int32_t belfry_terminal_size(int32_t descriptor, uint16_t *columns, uint16_t *rows);

/// Makes the terminal at standard input deliver keys one by one and without echo; Ctrl-C still interrupts. Does nothing
/// if standard input is not a terminal, or if this was done already.
int32_t belfry_terminal_take_keys(void);

/// Takes the whole screen of a terminal, without a cursor, and saves its contents. `screen` stays the caller's.
int32_t belfry_terminal_take_screen(int32_t screen);

/// Restores the terminal. Also called when the program exits, and when a fault ends it.
void belfry_terminal_restore(void);

#endif
