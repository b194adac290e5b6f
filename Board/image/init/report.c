#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "init.h"

#define REPORTS_PER_RUN 3

static void put_report(const struct places *places, const char *text) {
  if (!set_boot_writable(places, true)) return;
  if (!write_safely(places->boot, "problem.txt", text, strlen(text))) say("cannot write problem.txt");
  set_boot_writable(places, false);
}

bool has_report(const struct places *places) {
  char path[PATH_ROOM];
  return join(path, places->boot, "problem.txt") && access(path, F_OK) == 0;
}

void report(const struct places *places, const char *what, const char *last_words) {
  // Every write to FAT is a risk if the power fails, and later reports add little.
  static unsigned reports = 0;
  static char text[6000];
  size_t start = strlen(text);
  say("%s", what);
  if (reports++ >= REPORTS_PER_RUN) return;
  // FAT is also read on Windows, so lines end with CR LF.
  snprintf(
    text + start, sizeof text - start, "Belfry, %lld s after the start:\r\n%s\r\n%s%s\r\n",
    (long long)(now_ms() / 1000), what, last_words[0] ? "What it said last:\r\n" : "", last_words);
  put_report(places, text);
}
