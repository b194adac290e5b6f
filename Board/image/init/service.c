#include "init.h"

// The exit statuses of belfry for faulty settings, for a missing device and for an unusable state directory.
enum { EXIT_USAGE = 64, EXIT_CONFIGURATION = 78, EXIT_UNAVAILABLE = 69, EXIT_INPUT_OUTPUT = 74 };

// 0.5 s, doubled with each failure, up to half a minute.
static unsigned delay_after(unsigned failures) {
  unsigned delay = 500;
  while (--failures > 0 && delay < 30000) delay *= 2;
  return delay < 30000 ? delay : 30000;
}

struct verdict service_ended(struct service *service, const struct ending *ending) {
  int status = ending->status;
  // Status 0 means that the user ended belfry with a held button.
  if (status == 0) return (struct verdict){.action = ACTION_POWER_OFF};
  if ((status == EXIT_USAGE || status == EXIT_CONFIGURATION) && service->has_own_settings) {
    service->has_own_settings = false;
    return (struct verdict){.action = ACTION_RESTART, .is_settings_fault = true};
  }
  bool is_counted = !ending->has_waited_for_radio || service->failures == 0;
  service->failures = ending->was_confirmed ? 1 : service->failures + is_counted;
  enum action action = service->failures >= FAILURES_BEFORE_REBOOT ? ACTION_REBOOT : ACTION_RESTART;
  bool is_of_machine = status == EXIT_UNAVAILABLE || status == EXIT_INPUT_OUTPUT || ending->has_waited_for_radio;
  return (struct verdict){
    .action = action, .delay_ms = delay_after(service->failures), .is_of_machine = is_of_machine};
}
