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

/// Fills memory with random octets suitable for keys. Waits only on a board that has just booted and has no random
/// octets yet. If the kernel gives none, ends the program, because it cannot continue without them.
void belfry_random(uint8_t *octets, size_t count);

#endif
