#include "init.h"

// The exit statuses of belfry that speak of its settings.
enum { EXIT_USAGE = 64, EXIT_CONFIGURATION = 78 };

// 0.5 s, doubled for each failure, at most half a minute.
static unsigned delay_after(unsigned failures) {
  unsigned delay = 500;
  while (--failures > 0 && delay < 30000) delay *= 2;
  return delay < 30000 ? delay : 30000;
}

struct verdict service_ended(struct service *service, int status, bool was_confirmed) {
  // Nobody but its user ends belfry with success: the button was held.
  if (status == 0) return (struct verdict){.deed = DEED_POWER_OFF};
  if ((status == EXIT_USAGE || status == EXIT_CONFIGURATION) && service->has_own_settings) {
    service->has_own_settings = false;
    return (struct verdict){.deed = DEED_RESTART, .is_settings_fault = true};
  }
  service->failures = was_confirmed ? 1 : service->failures + 1;
  enum deed deed = service->failures >= FAILURES_BEFORE_REBOOT ? DEED_REBOOT : DEED_RESTART;
  return (struct verdict){.deed = deed, .delay_ms = delay_after(service->failures)};
}
