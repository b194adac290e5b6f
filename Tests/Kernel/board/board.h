/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * A watch's board, for tests: the wires below i2c-dev and below the GPIO
 * character device, both in the hands of whoever holds /dev/board.
 */
#ifndef BELFRY_BOARD_H
#define BELFRY_BOARD_H

#include <linux/types.h>

/* Stands before the octets of a message, as it is read from /dev/board. */
struct board_record {
  __u16 address;
  __u16 length;
  /* 0, or a negative error number. */
  __s32 result;
};

/* What fits one I2C message of the chip in a Raspberry Pi. */
#define BOARD_LONGEST 8192

#ifdef __KERNEL__

/* board.c: keeps a message for whoever reads /dev/board. */
void board_heard(u16 address, const u8 *octets, u16 length, int result);

/* bus.c */
int bus_start(void);
/* Whether anything answers at an address. */
int bus_set_present(unsigned int address, bool is_present);
/* The next transfers, `count` of them, fail with -`error`. */
void bus_fail(unsigned int count, unsigned int error);
/*
 * Something holds the clock or data line: every transfer takes this long, and
 * fails. 0: nothing does.
 */
void bus_hang(unsigned int milliseconds);
/* The speed; 0: no time passes. */
void bus_set_clock(unsigned int hertz);

/* lines.c */
int lines_start(void);
/* Somebody outside drives a line, or, with a negative level, lets go. */
int lines_drive(unsigned int line, int level);
/* The next requests for a line are refused, or not any more. */
int lines_claim(unsigned int line, bool is_claimed);

#endif

#endif
