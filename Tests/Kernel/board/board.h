/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * A watch's board, for tests: the wires below i2c-dev and below the GPIO
 * character device. A program controls both through /dev/board.
 */
#ifndef BELFRY_BOARD_H
#define BELFRY_BOARD_H

#include <linux/types.h>

/* Precedes the octets of a message read from /dev/board. */
struct board_record {
  __u16 address;
  __u16 length;
  /* 0, or a negative error number. */
  __s32 result;
};

/* The octets that fit one I2C message of a Raspberry Pi's chip. */
#define BOARD_LONGEST 8192

#ifdef __KERNEL__

/* board.c: keeps a message for the reader of /dev/board. */
void board_heard(u16 address, const u8 *octets, u16 length, int result);

/* bus.c */
int bus_start(void);
/* Sets the register of the battery gauge, which then answers. */
void bus_set_gauge(u16 state_of_charge);
/* Sets whether a device answers at an address. */
int bus_set_present(unsigned int address, bool is_present);
/* The next transfers, `count` of them, fail with -`error`. */
void bus_fail(unsigned int count, unsigned int error);
/*
 * Simulates a held clock or data line: every transfer takes this long, and
 * fails. 0: the lines are free.
 */
void bus_hang(unsigned int milliseconds);
/* The speed; 0: no time passes. */
void bus_set_clock(unsigned int hertz);

/* lines.c */
int lines_start(void);
/* Drives a line from outside, or, with a negative level, releases it. */
int lines_drive(unsigned int line, int level);
/* Sets whether requests for a line are refused. */
int lines_claim(unsigned int line, bool is_claimed);

#endif

#endif
