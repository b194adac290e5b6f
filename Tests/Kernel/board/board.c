// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * /dev/board. Each read gives one message of the I2C bus: a struct
 * board_record and its octets. Each write is one command:
 *
 *   line N 0|1|free        drives line N, or releases it
 *   claim N, unclaim N     another user has line N
 *   panel ADDRESS 0|1      removes a device from the bus, or adds it
 *   fail COUNT ERROR       the next COUNT transfers fail
 *   hang MILLISECONDS      every transfer takes that long and fails; 0: none
 *   clock HERTZ            the bus's speed; 0: no time passes
 *   gauge SOC              a MAX17048 is on the bus; its SOC register
 */
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kfifo.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#include "board.h"

#define ROOM (512 * 1024)

static struct kfifo_rec_ptr_2 heard;
static DEFINE_MUTEX(heard_lock);
static DECLARE_WAIT_QUEUE_HEAD(heard_wait);

void board_heard(u16 address, const u8 *octets, u16 length, int result)
{
  static u8 buffer[sizeof(struct board_record) + BOARD_LONGEST];
  struct board_record record = { address, length, result };

  mutex_lock(&heard_lock);
  memcpy(buffer, &record, sizeof(record));
  memcpy(buffer + sizeof(record), octets, length);
  if (!kfifo_in(&heard, buffer, sizeof(record) + length))
    pr_err("board: nobody listens to the bus; a message is lost\n");
  mutex_unlock(&heard_lock);
  wake_up_interruptible(&heard_wait);
}

static ssize_t board_read(struct file *file, char __user *to, size_t room,
        loff_t *at)
{
  unsigned int copied = 0;
  int status;

  if (kfifo_is_empty(&heard)) {
    if (file->f_flags & O_NONBLOCK)
      return -EAGAIN;
    status = wait_event_interruptible(heard_wait,
              !kfifo_is_empty(&heard));
    if (status)
      return status;
  }
  mutex_lock(&heard_lock);
  status = kfifo_to_user(&heard, to, room, &copied);
  mutex_unlock(&heard_lock);
  return status ? status : copied;
}

static __poll_t board_poll(struct file *file, poll_table *table)
{
  poll_wait(file, &heard_wait, table);
  return kfifo_is_empty(&heard) ? 0 : EPOLLIN | EPOLLRDNORM;
}

static int board_obey(const char *command)
{
  unsigned int first, second;

  if (sscanf(command, "line %u %u", &first, &second) == 2)
    return lines_drive(first, second != 0);
  if (sscanf(command, "line %u", &first) == 1 && strstr(command, "free"))
    return lines_drive(first, -1);
  if (sscanf(command, "claim %u", &first) == 1)
    return lines_claim(first, true);
  if (sscanf(command, "unclaim %u", &first) == 1)
    return lines_claim(first, false);
  if (sscanf(command, "panel %x %u", &first, &second) == 2)
    return bus_set_present(first, second != 0);
  if (sscanf(command, "gauge %x", &first) == 1)
    bus_set_gauge(first);
  else if (sscanf(command, "fail %u %u", &first, &second) == 2)
    bus_fail(first, second);
  else if (sscanf(command, "hang %u", &first) == 1)
    bus_hang(first);
  else if (sscanf(command, "clock %u", &first) == 1)
    bus_set_clock(first);
  else
    return -EINVAL;
  return 0;
}

static ssize_t board_write(struct file *file, const char __user *from,
         size_t count, loff_t *at)
{
  char command[64] = "";
  int status;

  if (count >= sizeof(command))
    return -EINVAL;
  if (copy_from_user(command, from, count))
    return -EFAULT;
  status = board_obey(command);
  return status ? status : count;
}

static const struct file_operations operations = {
  .owner = THIS_MODULE,
  .read = board_read,
  .write = board_write,
  .poll = board_poll,
};

static struct miscdevice device = {
  .minor = MISC_DYNAMIC_MINOR,
  .name = "board",
  .fops = &operations,
};

static int __init board_start(void)
{
  int status = kfifo_alloc(&heard, ROOM, GFP_KERNEL);

  if (!status)
    status = bus_start();
  if (!status)
    status = lines_start();
  return status ? status : misc_register(&device);
}
late_initcall(board_start);

MODULE_DESCRIPTION("A watch's board, for tests");
MODULE_LICENSE("Dual MIT/GPL");
