#define _GNU_SOURCE
#include "GPIO.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "Path.h"

/// Looks for a chip by its name and label. (libgpiod's own search reads a directory, which costs 33 kB of memory.)
static int32_t find_chip(char path[BELFRY_PATH_CAPACITY], const char *name) {
  int32_t failure = -ENODEV;
  for (int number = 0; number < 64; number += 1) {
    struct gpiochip_info information = {0};
    snprintf(path, BELFRY_PATH_CAPACITY, "/dev/gpiochip%d", number);
    int chip = open(path, O_RDONLY | O_CLOEXEC);
    // It may be the wanted chip.
    if (chip < 0 && errno != ENOENT) failure = -errno;
    if (chip < 0) continue;
    int status = ioctl(chip, GPIO_GET_CHIPINFO_IOCTL, &information);
    close(chip);
    if (status < 0) continue;
    if (strcmp(information.name, name) == 0 || strcmp(information.label, name) == 0) return 0;
  }
  return failure;
}

typedef int32_t (*request)(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed);

static int32_t open_chip(
  request request, const uint8_t *chip, size_t length, const uint32_t *lines, uint32_t count, bool is_active_low,
  int32_t *failed) {
  char name[BELFRY_PATH_CAPACITY], path[BELFRY_PATH_CAPACITY];
  *failed = -1;
  int32_t status = belfry_path(name, chip, length);
  if (status < 0) return status;
  if (count == 0 || count > BELFRY_GPIO_LINES) return -EINVAL;
  if (name[0] == '/') return request(name, lines, count, is_active_low, failed);
  status = find_chip(path, name);
  return status < 0 ? status : request(path, lines, count, is_active_low, failed);
}

int32_t belfry_gpio_open(
  const uint8_t *chip, size_t length, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed) {
  return open_chip(belfry_gpio_request, chip, length, lines, count, is_active_low, failed);
}

int32_t belfry_gpio_open_outputs(
  const uint8_t *chip, size_t length, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed) {
  return open_chip(belfry_gpio_request_outputs, chip, length, lines, count, is_active_low, failed);
}
