#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "guest.h"

static void hand_on(struct lines *lines, line_handler *handle) {
  char *start = lines->text, *end;
  while ((end = memchr(start, '\n', lines->count - (size_t)(start - lines->text))) != NULL) {
    *end = '\0';
    handle(lines, start);
    start = end + 1;
  }
  lines->count -= (size_t)(start - lines->text);
  memmove(lines->text, start, lines->count);
}

int lines_read(struct lines *lines, line_handler *handle) {
  for (;;) {
    // A line that is too long is passed on in parts.
    if (lines->count == sizeof lines->text - 1) lines->text[lines->count++] = '\n';
    ssize_t count = 0;
    if (lines->count < sizeof lines->text)
      count = read(lines->descriptor, lines->text + lines->count, sizeof lines->text - 1 - lines->count);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    int is_over = count == 0 && lines->count < sizeof lines->text;
    lines->count += (size_t)count;
    hand_on(lines, handle);
    if (is_over) return 0;
  }
}
