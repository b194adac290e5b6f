// The devices of ARM's MPS2 board with a Cortex-M4 (application note AN386), as QEMU emulates them. A port has its own.
#ifndef CCORTEXM4_H
#define CCORTEXM4_H

#include <stdint.h>

// Starts the serial lines, the clock and the interrupts that end a sleep.
void belfry_board_start(void);

// Returns the next octet of a serial line, 0 to 3; -1 if no octet has arrived.
int32_t belfry_line_read(uint32_t line);

// Sends an octet; 0 if there is no room for it now.
uint8_t belfry_line_write(uint32_t line, uint8_t octet);

// Returns microseconds since the start. Must be called at least every two minutes.
uint64_t belfry_board_microseconds(void);

// Sleeps until an octet arrives, at most 10 ms.
void belfry_board_sleep(void);

#endif
