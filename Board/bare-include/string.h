// All that the core and BearSSL want of a C library: a port has to have these.
#ifndef BELFRY_STRING_H
#define BELFRY_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int value, size_t count);
int memcmp(const void *left, const void *right, size_t count);
size_t strlen(const char *text);
// Is not left out by a compiler, however dead what it clears is.
void explicit_bzero(void *octets, size_t count);

#endif
