// SPDX-License-Identifier: GPL-2.0 OR MIT
/* The I2C bus of the board: /dev/i2c-1, as a Raspberry Pi numbers it. */
#include <linux/bitmap.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/spinlock.h>

#include "board.h"

#define PANEL 0x3c
/* A MAX17048: the number of a register, then its two octets, high first. */
#define GAUGE 0x36
#define STATE_OF_CHARGE 0x04
#define DEFAULT_CLOCK 400000
/* Eight bits and the acknowledgement. */
#define BITS_PER_OCTET 9

static DECLARE_BITMAP(present, 128);
static unsigned int clock_hertz = DEFAULT_CLOCK;
static unsigned int failures_left, failure_error;
static unsigned int hang_milliseconds;
static u16 state_of_charge;
/* The register that the last message to the gauge has named. */
static u8 gauge_register;
static DEFINE_SPINLOCK(lock);

int bus_set_present(unsigned int address, bool is_present)
{
  if (address >= 128)
    return -EINVAL;
  assign_bit(address, present, is_present);
  return 0;
}

void bus_fail(unsigned int count, unsigned int error)
{
  spin_lock(&lock);
  failures_left = count;
  failure_error = error;
  spin_unlock(&lock);
}

void bus_set_gauge(u16 value)
{
  state_of_charge = value;
  bus_set_present(GAUGE, true);
}

/* Any other register, and any other device, reads zeros. */
static void answer(struct i2c_msg *message)
{
  memset(message->buf, 0, message->len);
  if (message->addr != GAUGE || gauge_register != STATE_OF_CHARGE)
    return;
  if (message->len > 0)
    message->buf[0] = state_of_charge >> 8;
  if (message->len > 1)
    message->buf[1] = state_of_charge & 0xff;
}

/* The tests see only the messages of the panel. */
static void take(const struct i2c_msg *message, int result)
{
  if (message->addr != GAUGE)
    board_heard(message->addr, message->buf, message->len, result);
  else if (message->len > 0)
    gauge_register = message->buf[0];
}

void bus_set_clock(unsigned int hertz)
{
  clock_hertz = hertz;
}

void bus_hang(unsigned int milliseconds)
{
  hang_milliseconds = milliseconds;
}

/* 0, or why a transfer to this address fails. */
static int verdict(u16 address)
{
  int result = 0;

  spin_lock(&lock);
  if (failures_left) {
    failures_left--;
    result = -(int)failure_error;
  }
  spin_unlock(&lock);
  if (!result && !test_bit(address, present))
    result = -EREMOTEIO;
  return result;
}

/* The address always passes; what follows it, if it was acknowledged. */
static void pass_time(u16 length, int result)
{
  unsigned int octets = result ? 1 : 1 + length, microseconds;

  if (!clock_hertz)
    return;
  microseconds = octets * BITS_PER_OCTET * 1000 / (clock_hertz / 1000);
  usleep_range(microseconds, microseconds + microseconds / 16 + 1);
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages,
        int count)
{
  if (hang_milliseconds) {
    msleep(hang_milliseconds);
    return -ETIMEDOUT;
  }
  for (int index = 0; index < count; index++) {
    struct i2c_msg *message = &messages[index];
    int result;

    if (message->len > BOARD_LONGEST)
      return -EINVAL;
    result = verdict(message->addr);
    pass_time(message->len, result);
    if (message->flags & I2C_M_RD)
      answer(message);
    else
      take(message, result);
    if (result)
      return result;
  }
  return count;
}

static u32 functionality(struct i2c_adapter *adapter)
{
  return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
  .master_xfer = transfer,
  .functionality = functionality,
};

static struct i2c_adapter adapter = {
  .owner = THIS_MODULE,
  .algo = &algorithm,
  .nr = 1,
  .name = "belfry's test board",
};

int bus_start(void)
{
  set_bit(PANEL, present);
  return i2c_add_numbered_adapter(&adapter);
}
