// The devices of ARM's MPS2 board with a Cortex-M4 (application note AN386), as QEMU has them. A port has its own.
#ifndef CCORTEXM4_H
#define CCORTEXM4_H

#include <stdint.h>

// Starts the lines, the clock and what ends a sleep.
void belfry_board_start(void);

// The next octet that has arrived on a serial line, 0 to 3; -1 if none has.
int32_t belfry_line_read(uint32_t line);

// Sends an octet; 0 if there is no room for it now.
uint8_t belfry_line_write(uint32_t line, uint8_t octet);

// Microseconds since the start. To be called at least once in two minutes.
uint64_t belfry_board_microseconds(void);

// Sleeps until an octet arrives, 10 ms at the longest.
void belfry_board_sleep(void);

#endif
