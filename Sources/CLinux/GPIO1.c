// The buttons by libgpiod 1, where each line has a descriptor of its own: an epoll descriptor stands for all of them.
#include "GPIO.h"

#if BELFRY_GPIOD_1

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

static struct gpiod_chip *opened_chip;
static struct gpiod_line *opened_lines[BELFRY_GPIO_LINES];
static int waiter = -1;

static int32_t request_line(uint32_t index, uint32_t offset, bool is_active_low) {
  struct gpiod_line *line = gpiod_chip_get_line(opened_chip, offset);
  if (line == NULL) return -errno;
  struct gpiod_line_request_config request = {
    .consumer = BELFRY_GPIO_CONSUMER,
    .request_type = GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
    .flags = is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW | GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP
                           : GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN,
  };
  if (gpiod_line_request(line, &request, 0) < 0) return -errno;
  opened_lines[index] = line;
  int descriptor = gpiod_line_event_get_fd(line);
  if (descriptor < 0) return -errno;
  if (fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) < 0) return -errno;
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
  return epoll_ctl(waiter, EPOLL_CTL_ADD, descriptor, &event) < 0 ? -errno : 0;
}

static int32_t request_lines(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed) {
  opened_chip = gpiod_chip_open(path);
  if (opened_chip == NULL) return -errno;
  waiter = epoll_create1(EPOLL_CLOEXEC);
  if (waiter < 0) return -errno;
  for (uint32_t index = 0; index < count; index += 1) {
    int32_t status = request_line(index, lines[index], is_active_low);
    if (status == 0) continue;
    *failed = (int32_t)index;
    return status;
  }
  return waiter;
}

int32_t belfry_gpio_request(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed) {
  if (opened_chip != NULL) return -EBUSY;
  int32_t status = request_lines(path, lines, count, is_active_low, failed);
  if (status < 0) belfry_gpio_close();
  return status;
}

void belfry_gpio_close(void) {
  if (waiter >= 0) close(waiter);
  // This releases the lines as well.
  if (opened_chip != NULL) gpiod_chip_close(opened_chip);
  waiter = -1;
  opened_chip = NULL;
  for (uint32_t index = 0; index < BELFRY_GPIO_LINES; index += 1) opened_lines[index] = NULL;
}

int32_t belfry_gpio_next(struct belfry_gpio_edge *edge) {
  struct epoll_event ready;
  int count = epoll_wait(waiter, &ready, 1, 0);
  if (count <= 0) return count == 0 || errno == EINTR ? 0 : -errno;
  struct gpiod_line_event event;
  if (gpiod_line_event_read(opened_lines[ready.data.u32], &event) < 0) return errno == EAGAIN ? 0 : -errno;
  edge->index = ready.data.u32;
  edge->is_active = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE;
  edge->microseconds = (uint64_t)event.ts.tv_sec * 1000000 + (uint64_t)event.ts.tv_nsec / 1000;
  return 1;
}

int32_t belfry_gpio_level(uint32_t index) {
  if (index >= BELFRY_GPIO_LINES || opened_lines[index] == NULL) return -EINVAL;
  int level = gpiod_line_get_value(opened_lines[index]);
  return level < 0 ? -errno : level;
}

#endif
