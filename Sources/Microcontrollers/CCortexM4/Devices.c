#include "CCortexM4.h"

// ARM DAI 0386, 4; CMSDK technical reference (ARM DDI 0479), 4.3 and 4.4; ARMv7-M architecture reference manual, B3.
typedef struct {
  volatile uint32_t data, state, control, interrupts, divisor;
} uart;

typedef struct {
  volatile uint32_t load, value, control;
} timer;

static uart *const uarts[] = {(uart *)0x40004000, (uart *)0x40005000, (uart *)0x40006000, (uart *)0x40007000};
// The interrupts of the serial lines' receivers.
static const uint32_t receivers = 1u << 0 | 1u << 2 | 1u << 4 | 1u << 18;
static timer *const clock = (timer *)0x40002000;

static volatile uint32_t *const systick = (volatile uint32_t *)0xE000E010;
static volatile uint32_t *const interrupt_enable = (volatile uint32_t *)0xE000E100;
static volatile uint32_t *const interrupt_clear = (volatile uint32_t *)0xE000E280;
static volatile uint32_t *const interrupt_control = (volatile uint32_t *)0xE000ED04;
static volatile uint32_t *const system_control = (volatile uint32_t *)0xE000ED10;

enum { is_full_out = 1, is_full_in = 2 };
enum { sends = 1, receives = 2, interrupts_when_received = 8 };
enum { ticks_per_microsecond = 25, ticks_per_sleep = 250000 };

static uint32_t last_ticks;
static uint64_t ticks;

void belfry_board_start(void) {
  for (uint32_t line = 0; line < sizeof uarts / sizeof *uarts; line++) {
    uarts[line]->divisor = 16;
    uarts[line]->control = sends | receives | interrupts_when_received;
  }
  clock->load = UINT32_MAX;
  clock->control = 1u << 7 | 1u << 1;
  last_ticks = clock->value;
  systick[1] = ticks_per_sleep - 1;
  systick[2] = 0;
  systick[0] = 7;
  *interrupt_enable = receivers;
  // Makes a pending interrupt an event.
  *system_control = 1u << 4;
}

int32_t belfry_line_read(uint32_t line) {
  uart *device = uarts[line];
  if (!(device->state & is_full_in)) return -1;
  return (int32_t)(device->data & 0xFF);
}

uint8_t belfry_line_write(uint32_t line, uint8_t octet) {
  uart *device = uarts[line];
  if (device->state & is_full_out) return 0;
  device->data = octet;
  return 1;
}

uint64_t belfry_board_microseconds(void) {
  // The timer counts down.
  uint32_t now = clock->value;
  ticks += last_ticks - now;
  last_ticks = now;
  return ticks / ticks_per_microsecond;
}

// No interrupt handler ever runs. A pending interrupt is an event, which ends the sleep, or prevents one that is about
// to begin.
void belfry_board_sleep(void) {
#ifdef __arm__
  __asm__ volatile("wfe" ::: "memory");
#endif
  for (uint32_t line = 0; line < sizeof uarts / sizeof *uarts; line++) uarts[line]->interrupts = 0xF;
  *interrupt_clear = receivers;
  *interrupt_control = 1u << 25;
}
