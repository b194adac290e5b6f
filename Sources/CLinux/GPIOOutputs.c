// Outputs, by either version of libgpiod.
#include <errno.h>

#include "GPIO.h"

static uint32_t output_count;

#if BELFRY_GPIOD_1

static struct gpiod_chip *opened_chip;
static struct gpiod_line *opened_lines[BELFRY_GPIO_LINES];

static int32_t request_line(uint32_t index, uint32_t offset, bool is_active_low) {
  struct gpiod_line *line = gpiod_chip_get_line(opened_chip, offset);
  if (line == NULL) return -errno;
  struct gpiod_line_request_config configuration = {
    .consumer = BELFRY_GPIO_CONSUMER,
    .request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
    .flags = is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0,
  };
  opened_lines[index] = line;
  return gpiod_line_request(line, &configuration, 0) < 0 ? -errno : 0;
}

int32_t belfry_gpio_request_outputs(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed) {
  if (opened_chip != NULL) return -EBUSY;
  opened_chip = gpiod_chip_open(path);
  if (opened_chip == NULL) return -errno;
  for (output_count = 0; output_count < count; output_count += 1) {
    int32_t status = request_line(output_count, lines[output_count], is_active_low);
    if (status == 0) continue;
    *failed = (int32_t)output_count;
    belfry_gpio_close_outputs();
    return status;
  }
  return 0;
}

int32_t belfry_gpio_switch(uint32_t index, bool is_active) {
  if (index >= output_count) return -EINVAL;
  return gpiod_line_set_value(opened_lines[index], is_active) < 0 ? -errno : 0;
}

static void close_chip(void) {
  // This releases the lines as well.
  if (opened_chip != NULL) gpiod_chip_close(opened_chip);
  opened_chip = NULL;
}

#else

static struct gpiod_line_request *request;
static unsigned int offsets[BELFRY_GPIO_LINES];

static int32_t configure(struct gpiod_line_config *configuration, bool is_active_low) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings == NULL) return -errno;
  gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
  gpiod_line_settings_set_active_low(settings, is_active_low);
  gpiod_line_settings_set_output_value(settings, GPIOD_LINE_VALUE_INACTIVE);
  int status = gpiod_line_config_add_line_settings(configuration, offsets, output_count, settings);
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

int32_t belfry_gpio_request_outputs(
  const char *path, const uint32_t *lines, uint32_t count, bool is_active_low, int32_t *failed) {
  if (request != NULL) return -EBUSY;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (chip == NULL) return -errno;
  for (output_count = 0; output_count < count; output_count += 1) offsets[output_count] = lines[output_count];
  int32_t status = request_lines(chip, is_active_low);
  if (status < 0) *failed = belfry_gpio_find_refused(chip, offsets, count);
  gpiod_chip_close(chip);
  return status;
}

int32_t belfry_gpio_switch(uint32_t index, bool is_active) {
  if (request == NULL || index >= output_count) return -EINVAL;
  enum gpiod_line_value value = is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
  return gpiod_line_request_set_value(request, offsets[index], value) < 0 ? -errno : 0;
}

static void close_chip(void) {
  if (request != NULL) gpiod_line_request_release(request);
  request = NULL;
}

#endif

void belfry_gpio_close_outputs(void) {
  for (uint32_t index = 0; index < output_count; index += 1) belfry_gpio_switch(index, false);
  close_chip();
  output_count = 0;
}
