// The C library functions that the core and BearSSL need: a port must provide these.
#ifndef BELFRY_STRING_H
#define BELFRY_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int value, size_t count);
int memcmp(const void *left, const void *right, size_t count);
size_t strlen(const char *text);
// A compiler must not remove the call, even if the memory is not used afterwards.
void explicit_bzero(void *octets, size_t count);

#endif
