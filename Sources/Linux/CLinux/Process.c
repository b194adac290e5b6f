#define _GNU_SOURCE
#include "Process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

static int argument_count;
static char **arguments;

/// Opens /dev/null for a standard stream that the program was started without. Otherwise one of the watch's own files
/// would have its number: the messages would be written there, and the saving process would replace it.
static void fill_standard_streams(void) {
  int descriptor;
  do {
    descriptor = open("/dev/null", O_RDWR);
  } while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  if (descriptor >= 0) close(descriptor);
}

/// Embedded Swift's `main` does not get the arguments; the C library also passes them to constructors.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
  fill_standard_streams();
}

int32_t belfry_argument_count(void) {
  return argument_count;
}

char *const *belfry_arguments(void) {
  return arguments;
}

void belfry_exit(int32_t status) {
  exit(status);
}

void belfry_random(uint8_t *octets, size_t count) {
  while (count > 0) {
    ssize_t filled = getrandom(octets, count, 0);
    if (filled < 0 && errno == EINTR) continue;
    if (filled < 0) abort();
    octets += filled;
    count -= (size_t)filled;
  }
}
