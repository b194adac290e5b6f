// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The GPIO chip of the board, labelled as a Raspberry Pi's is: inputs, with a
 * pull to either side, that interrupt at their edges.
 */
#include <linux/bitmap.h>
#include <linux/gpio/driver.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/module.h>

#include "board.h"

#define LINES 28

static DECLARE_BITMAP(levels, LINES);
static DECLARE_BITMAP(pulls, LINES);
static DECLARE_BITMAP(driven, LINES);
static DECLARE_BITMAP(claimed, LINES);
static struct gpio_chip chip;

static void set_level(unsigned int line, bool level)
{
  unsigned int interrupt, type;

  if (test_bit(line, levels) == level)
    return;
  assign_bit(line, levels, level);
  interrupt = irq_find_mapping(chip.irq.domain, line);
  if (!interrupt)
    return;
  type = irq_get_trigger_type(interrupt);
  if (type & (level ? IRQ_TYPE_EDGE_RISING : IRQ_TYPE_EDGE_FALLING))
    generic_handle_irq_safe(interrupt);
}

int lines_drive(unsigned int line, int level)
{
  if (line >= LINES)
    return -EINVAL;
  assign_bit(line, driven, level >= 0);
  set_level(line, level >= 0 ? level : test_bit(line, pulls));
  return 0;
}

int lines_claim(unsigned int line, bool is_claimed)
{
  if (line >= LINES)
    return -EINVAL;
  assign_bit(line, claimed, is_claimed);
  return 0;
}

static int request(struct gpio_chip *of, unsigned int line)
{
  return test_bit(line, claimed) ? -EBUSY : 0;
}

static int get(struct gpio_chip *of, unsigned int line)
{
  return test_bit(line, levels);
}

static int get_direction(struct gpio_chip *of, unsigned int line)
{
  return GPIO_LINE_DIRECTION_IN;
}

static int direction_input(struct gpio_chip *of, unsigned int line)
{
  return 0;
}

static int set_config(struct gpio_chip *of, unsigned int line,
          unsigned long config)
{
  switch (pinconf_to_config_param(config)) {
  case PIN_CONFIG_BIAS_PULL_UP:
    set_bit(line, pulls);
    break;
  case PIN_CONFIG_BIAS_PULL_DOWN:
    clear_bit(line, pulls);
    break;
  default:
    return -ENOTSUPP;
  }
  if (!test_bit(line, driven))
    set_level(line, test_bit(line, pulls));
  return 0;
}

static void irq_mask(struct irq_data *data)
{
  gpiochip_disable_irq(&chip, irqd_to_hwirq(data));
}

static void irq_unmask(struct irq_data *data)
{
  gpiochip_enable_irq(&chip, irqd_to_hwirq(data));
}

static int irq_set_type(struct irq_data *data, unsigned int type)
{
  return type & ~IRQ_TYPE_EDGE_BOTH ? -EINVAL : 0;
}

static const struct irq_chip irqs = {
  .name = "board",
  .irq_mask = irq_mask,
  .irq_unmask = irq_unmask,
  .irq_set_type = irq_set_type,
  .flags = IRQCHIP_IMMUTABLE,
  GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

static struct gpio_chip chip = {
  .label = "pinctrl-bcm2835",
  .owner = THIS_MODULE,
  .base = -1,
  .ngpio = LINES,
  .request = request,
  .get = get,
  .get_direction = get_direction,
  .direction_input = direction_input,
  .set_config = set_config,
};

int lines_start(void)
{
  gpio_irq_chip_set_chip(&chip.irq, &irqs);
  chip.irq.handler = handle_simple_irq;
  chip.irq.default_type = IRQ_TYPE_NONE;
  return gpiochip_add_data(&chip, NULL);
}
