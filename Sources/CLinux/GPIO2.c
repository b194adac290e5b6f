// The buttons by libgpiod 2, where one descriptor stands for all lines of a request.
#include "GPIO.h"

#if !BELFRY_GPIOD_1

#include <errno.h>

/// As many edges as the kernel keeps for each line.
#define EDGES_AT_ONCE 16

static struct gpiod_line_request *request;
static struct gpiod_edge_event_buffer *edges;
static unsigned int opened_lines[BELFRY_GPIO_LINES];
static uint32_t opened_count;
static unsigned long edge_count, next_edge;

static int32_t configure(struct gpiod_line_config *configuration, bool is_active_low) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings == NULL) return -errno;
  gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
  gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
  gpiod_line_settings_set_bias(settings, is_active_low ? GPIOD_LINE_BIAS_PULL_UP : GPIOD_LINE_BIAS_PULL_DOWN);
  gpiod_line_settings_set_active_low(settings, is_active_low);
  gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
  int status = gpiod_line_config_add_line_settings(configuration, opened_lines, opened_count, settings);
  int32_t result = status < 0 ? -errno : 0;
  gpiod_line_settings_free(settings);
  return result;
}

static int32_t request_lines(struct gpiod_chip *chip, bool is_active_low) {
  struct gpiod_line_config *configuration = gpiod_line_config_new();
  struct gpiod_request_config *consumer = gpiod_request_config_new();
  int32_t status = configuration == NULL || consumer == NULL ? -ENOMEM : configure(configuration, is_active_low);
  if (status == 0) {
    gpiod_request_config_set_consumer(consumer, BELFRY_GPIO_CONSUMER);
    request = gpiod_chip_request_lines(chip, consumer, configuration);
    if (request == NULL) status = -errno;
  }
  gpiod_request_config_free(consumer);
  gpiod_line_config_free(configuration);
  return status;
}

int32_t belfry_gpio_find_refused(struct gpiod_chip *chip, const unsigned int *offsets, uint32_t count) {
  for (uint32_t index = 0; index < count; index += 1) {
    struct gpiod_line_info *information = gpiod_chip_get_line_info(chip, offsets[index]);
    bool is_refused = information == NULL || gpiod_line_info_is_used(information);
    gpiod_line_info_free(information);
    if (is_refused) return (int32_t)index;
  }
  return -1;
}

int32_t belfry_gpio_request(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed) {
  if (request != NULL) return -EBUSY;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (chip == NULL) return -errno;
  for (uint32_t index = 0; index < count; index += 1) opened_lines[index] = lines[index];
  opened_count = count;
  int32_t status = request_lines(chip, is_active_low);
  if (status < 0) *failed = belfry_gpio_find_refused(chip, opened_lines, opened_count);
  // The request lives on without the chip.
  gpiod_chip_close(chip);
  if (status < 0) return status;
  edge_count = next_edge = 0;
  edges = gpiod_edge_event_buffer_new(EDGES_AT_ONCE);
  if (edges != NULL) return gpiod_line_request_get_fd(request);
  belfry_gpio_close();
  return -ENOMEM;
}

void belfry_gpio_close(void) {
  if (edges != NULL) gpiod_edge_event_buffer_free(edges);
  if (request != NULL) gpiod_line_request_release(request);
  edges = NULL;
  request = NULL;
}

/// Reads the edges that wait. Returns how many are there.
static int32_t refill(void) {
  int status = gpiod_line_request_wait_edge_events(request, 0);
  if (status <= 0) return status == 0 || errno == EINTR ? 0 : -errno;
  int count = gpiod_line_request_read_edge_events(request, edges, EDGES_AT_ONCE);
  if (count < 0) return -errno;
  edge_count = (unsigned long)count;
  next_edge = 0;
  return count;
}

static uint32_t find_line(unsigned int offset) {
  uint32_t index = 0;
  while (index < opened_count && opened_lines[index] != offset) index += 1;
  return index;
}

int32_t belfry_gpio_next(struct belfry_gpio_edge *edge) {
  if (next_edge == edge_count) {
    int32_t count = refill();
    if (count <= 0) return count;
  }
  struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(edges, next_edge);
  next_edge += 1;
  edge->index = find_line(gpiod_edge_event_get_line_offset(event));
  edge->is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
  edge->microseconds = gpiod_edge_event_get_timestamp_ns(event) / 1000;
  return 1;
}

int32_t belfry_gpio_level(uint32_t index) {
  if (index >= opened_count) return -EINVAL;
  enum gpiod_line_value level = gpiod_line_request_get_value(request, opened_lines[index]);
  return level == GPIOD_LINE_VALUE_ERROR ? -errno : level == GPIOD_LINE_VALUE_ACTIVE;
}

#endif
