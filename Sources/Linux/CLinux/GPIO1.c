// Buttons and outputs by libgpiod 1, where each line has a descriptor of its own: an epoll descriptor stands for those
// of all buttons.
#include "GPIO.h"

#if BELFRY_GPIOD_1

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "Clock.h"

static struct gpiod_chip *button_chip;
static struct gpiod_line *buttons[BELFRY_GPIO_LINES];
static int waiter = -1;

static int32_t request_button(uint32_t index, uint32_t offset, bool is_active_low) {
  struct gpiod_line *line = gpiod_chip_get_line(button_chip, offset);
  if (line == NULL) return -errno;
  struct gpiod_line_request_config request = {
    .consumer = BELFRY_GPIO_CONSUMER,
    .request_type = GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
    .flags = is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW | GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP
                           : GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN,
  };
  if (gpiod_line_request(line, &request, 0) < 0) return -errno;
  buttons[index] = line;
  int descriptor = gpiod_line_event_get_fd(line);
  if (descriptor < 0) return -errno;
  if (fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) < 0) return -errno;
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
  return epoll_ctl(waiter, EPOLL_CTL_ADD, descriptor, &event) < 0 ? -errno : 0;
}

static int32_t request_buttons(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed) {
  button_chip = gpiod_chip_open(path);
  if (button_chip == NULL) return -errno;
  waiter = epoll_create1(EPOLL_CLOEXEC);
  if (waiter < 0) return -errno;
  for (uint32_t index = 0; index < count; index += 1) {
    int32_t status = request_button(index, lines[index], is_active_low);
    if (status == 0) continue;
    *failed = (int32_t)index;
    return status;
  }
  return waiter;
}

int32_t belfry_gpio_request(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed) {
  if (button_chip != NULL) return -EBUSY;
  int32_t status = request_buttons(path, lines, count, is_active_low, failed);
  if (status < 0) belfry_gpio_close();
  return status;
}

void belfry_gpio_close(void) {
  if (waiter >= 0) close(waiter);
  // This releases the lines as well.
  if (button_chip != NULL) gpiod_chip_close(button_chip);
  waiter = -1;
  button_chip = NULL;
  for (uint32_t index = 0; index < BELFRY_GPIO_LINES; index += 1) buttons[index] = NULL;
}

int32_t belfry_gpio_next(struct belfry_gpio_edge *edge) {
  struct epoll_event ready;
  int count = epoll_wait(waiter, &ready, 1, 0);
  if (count <= 0) return count == 0 || errno == EINTR ? 0 : -errno;
  struct gpiod_line_event event;
  if (gpiod_line_event_read(buttons[ready.data.u32], &event) < 0) return errno == EAGAIN ? 0 : -errno;
  edge->index = ready.data.u32;
  edge->is_active = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE;
  edge->microseconds =
    belfry_microseconds_of_monotonic((uint64_t)event.ts.tv_sec * 1000000 + (uint64_t)event.ts.tv_nsec / 1000);
  return 1;
}

int32_t belfry_gpio_level(uint32_t index) {
  if (index >= BELFRY_GPIO_LINES || buttons[index] == NULL) return -EINVAL;
  int level = gpiod_line_get_value(buttons[index]);
  return level < 0 ? -errno : level;
}

static struct gpiod_chip *output_chip;
static struct gpiod_line *outputs[BELFRY_GPIO_LINES];
static uint32_t output_count;

static int32_t request_output(uint32_t index, uint32_t offset, bool is_active_low) {
  struct gpiod_line *line = gpiod_chip_get_line(output_chip, offset);
  if (line == NULL) return -errno;
  struct gpiod_line_request_config request = {
    .consumer = BELFRY_GPIO_CONSUMER,
    .request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
    .flags = is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0,
  };
  outputs[index] = line;
  return gpiod_line_request(line, &request, 0) < 0 ? -errno : 0;
}

int32_t belfry_gpio_request_outputs(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed) {
  if (output_chip != NULL) return -EBUSY;
  output_chip = gpiod_chip_open(path);
  if (output_chip == NULL) return -errno;
  for (output_count = 0; output_count < count; output_count += 1) {
    int32_t status = request_output(output_count, lines[output_count], is_active_low);
    if (status == 0) continue;
    *failed = (int32_t)output_count;
    belfry_gpio_close_outputs();
    return status;
  }
  return 0;
}

int32_t belfry_gpio_switch(uint32_t index, bool is_active) {
  if (index >= output_count) return -EINVAL;
  return gpiod_line_set_value(outputs[index], is_active) < 0 ? -errno : 0;
}

void belfry_gpio_close_outputs(void) {
  for (uint32_t index = 0; index < output_count; index += 1) belfry_gpio_switch(index, false);
  // This releases the lines as well.
  if (output_chip != NULL) gpiod_chip_close(output_chip);
  output_chip = NULL;
  output_count = 0;
}

#endif
