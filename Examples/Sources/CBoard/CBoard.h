// The functions that a board has to implement for the skeleton in BareMetal.
#ifndef CBOARD_H
#define CBOARD_H

#include <stdint.h>

// Returns the next octet from the Bluetooth controller's UART, or -1 if none has arrived.
int32_t board_uart_read(void);

// Sends one octet to the controller. Returns 0 if there is no room for it now.
uint8_t board_uart_write(uint8_t octet);

// Returns one octet of the hardware's random number generator.
uint8_t board_random(void);

// Returns the microseconds since the start. The value never goes back.
uint64_t board_microseconds(void);

#endif
