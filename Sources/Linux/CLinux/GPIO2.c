// Buttons and outputs by libgpiod 2, where one descriptor stands for all lines of a request.
#include "GPIO.h"

#if !BELFRY_GPIOD_1

#include <errno.h>

#include "Clock.h"

/// The lines of one request.
struct lines {
  struct gpiod_line_request *request;
  unsigned int offsets[BELFRY_GPIO_LINES];
  uint32_t count;
};

static struct lines buttons, outputs;
/// Room for one edge: further edges stay in the kernel, whose descriptor reports them.
static struct gpiod_edge_event_buffer *edges;

/// Sets the kind of the lines. The setters cannot fail here, because libgpiod defines all values that are passed.
typedef void (*kind)(struct gpiod_line_settings *settings, bool is_active_low);

static void as_buttons(struct gpiod_line_settings *settings, bool is_active_low) {
  gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
  gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
  gpiod_line_settings_set_bias(settings, is_active_low ? GPIOD_LINE_BIAS_PULL_UP : GPIOD_LINE_BIAS_PULL_DOWN);
  gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
}

static void as_outputs(struct gpiod_line_settings *settings, bool is_active_low) {
  (void)is_active_low;
  gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
  gpiod_line_settings_set_output_value(settings, GPIOD_LINE_VALUE_INACTIVE);
}

static int32_t configure(
  struct gpiod_line_config *configuration, const struct lines *lines, kind kind, bool is_active_low) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings == NULL) return -errno;
  kind(settings, is_active_low);
  gpiod_line_settings_set_active_low(settings, is_active_low);
  int status = gpiod_line_config_add_line_settings(configuration, lines->offsets, lines->count, settings);
  int32_t result = status < 0 ? -errno : 0;
  gpiod_line_settings_free(settings);
  return result;
}

static int32_t request_lines(struct gpiod_chip *chip, struct lines *lines, kind kind, bool is_active_low) {
  struct gpiod_line_config *configuration = gpiod_line_config_new();
  struct gpiod_request_config *consumer = gpiod_request_config_new();
  int32_t status =
    configuration == NULL || consumer == NULL ? -ENOMEM : configure(configuration, lines, kind, is_active_low);
  if (status == 0) {
    gpiod_request_config_set_consumer(consumer, BELFRY_GPIO_CONSUMER);
    lines->request = gpiod_chip_request_lines(chip, consumer, configuration);
    if (lines->request == NULL) status = -errno;
  }
  gpiod_request_config_free(consumer);
  gpiod_line_config_free(configuration);
  return status;
}

static void close_lines(struct lines *lines) {
  if (lines->request != NULL) gpiod_line_request_release(lines->request);
  lines->request = NULL;
  lines->count = 0;
}

/// Which line cannot be had: the kernel refuses all of them together, so each is asked for alone. -1: each can.
static int32_t find_refused(struct gpiod_chip *chip, const struct lines *lines, kind kind, bool is_active_low) {
  for (uint32_t index = 0; index < lines->count; index += 1) {
    struct lines alone = {.offsets = {lines->offsets[index]}, .count = 1};
    if (request_lines(chip, &alone, kind, is_active_low) < 0) return (int32_t)index;
    close_lines(&alone);
  }
  return -1;
}

static int32_t open_lines(
  const char *path, struct lines *opened, const uint32_t *lines, uint32_t count, kind kind, bool is_active_low,
  int32_t *failed) {
  if (opened->request != NULL) return -EBUSY;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (chip == NULL) return -errno;
  for (uint32_t index = 0; index < count; index += 1) opened->offsets[index] = lines[index];
  opened->count = count;
  int32_t status = request_lines(chip, opened, kind, is_active_low);
  if (status < 0) *failed = find_refused(chip, opened, kind, is_active_low);
  // The request lives on without the chip.
  gpiod_chip_close(chip);
  return status;
}

int32_t belfry_gpio_request(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed) {
  int32_t status = open_lines(path, &buttons, lines, count, as_buttons, is_active_low, failed);
  if (status < 0) return status;
  edges = gpiod_edge_event_buffer_new(1);
  if (edges != NULL) return gpiod_line_request_get_fd(buttons.request);
  belfry_gpio_close();
  return -ENOMEM;
}

void belfry_gpio_close(void) {
  gpiod_edge_event_buffer_free(edges);
  edges = NULL;
  close_lines(&buttons);
}

static uint32_t find_button(unsigned int offset) {
  uint32_t index = 0;
  while (index < buttons.count && buttons.offsets[index] != offset) index += 1;
  return index;
}

int32_t belfry_gpio_next(struct belfry_gpio_edge *edge) {
  int status = gpiod_line_request_wait_edge_events(buttons.request, 0);
  if (status <= 0) return status == 0 || errno == EINTR ? 0 : -errno;
  if (gpiod_line_request_read_edge_events(buttons.request, edges, 1) < 0) return -errno;
  struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(edges, 0);
  edge->index = find_button(gpiod_edge_event_get_line_offset(event));
  edge->is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
  edge->microseconds = belfry_microseconds_of_monotonic(gpiod_edge_event_get_timestamp_ns(event) / 1000);
  return 1;
}

int32_t belfry_gpio_level(uint32_t index) {
  if (index >= buttons.count) return -EINVAL;
  enum gpiod_line_value level = gpiod_line_request_get_value(buttons.request, buttons.offsets[index]);
  return level == GPIOD_LINE_VALUE_ERROR ? -errno : level == GPIOD_LINE_VALUE_ACTIVE;
}

int32_t belfry_gpio_request_outputs(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed) {
  return open_lines(path, &outputs, lines, count, as_outputs, is_active_low, failed);
}

int32_t belfry_gpio_switch(uint32_t index, bool is_active) {
  if (outputs.request == NULL || index >= outputs.count) return -EINVAL;
  enum gpiod_line_value value = is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
  return gpiod_line_request_set_value(outputs.request, outputs.offsets[index], value) < 0 ? -errno : 0;
}

void belfry_gpio_close_outputs(void) {
  for (uint32_t index = 0; index < outputs.count; index += 1) belfry_gpio_switch(index, false);
  close_lines(&outputs);
}

#endif
