// The process itself: its arguments, its end, its random octets.
#ifndef BELFRY_PROCESS_H
#define BELFRY_PROCESS_H

#include <stddef.h>
#include <stdint.h>

/// The arguments that the program was started with, its own name first.
int32_t belfry_argument_count(void);
char *const *belfry_arguments(void);

/// Ends the program, after giving back the terminal.
_Noreturn void belfry_exit(int32_t status);

/// Fills memory with random octets fit for keys; waits only while a board that just booted has none yet. If the kernel
/// gives none, ends the program: there is no going on without.
void belfry_random(uint8_t *octets, size_t count);

#endif
