// The functions that compilers take for granted: all there is of a C library in the browser.
#ifdef __wasm__

#include "CBrowser.h"

#include <string.h>

// With `-mbulk-memory` these builtins are instructions, not calls.
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memcpy(void *restrict to, const void *restrict from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memset(void *to, int value, size_t count) { return __builtin_memset(to, value, count); }

int memcmp(const void *left, const void *right, size_t count) {
  const uint8_t *one = left, *other = right;
  for (; count > 0; count--, one++, other++) {
    if (*one != *other) return *one < *other ? -1 : 1;
  }
  return 0;
}

// Writes through a volatile pointer, so that the compiler keeps the stores.
void explicit_bzero(void *octets, size_t count) {
  volatile uint8_t *out = octets;
  while (count-- > 0) *out++ = 0;
}

// The product of two numbers of 128 bits, which Clang calls for a 64-bit multiplication that checks for overflow.
__int128 __multi3(__int128 one, __int128 other) {
  uint64_t a = (uint64_t)one, b = (uint64_t)other;
  uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
  uint64_t middle = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
  uint64_t rest = (a & UINT32_MAX) * (b >> 32) + (middle & UINT32_MAX);
  uint64_t high = (a >> 32) * (b >> 32) + (middle >> 32) + (rest >> 32);
  high += a * (uint64_t)((unsigned __int128)other >> 64) + b * (uint64_t)((unsigned __int128)one >> 64);
  return (__int128)((unsigned __int128)high << 64 | (rest << 32 | (low & UINT32_MAX)));
}

// The value between a function's locals and its return address. One octet is zero, so that no text can contain it.
uintptr_t __stack_chk_guard = 0x5DC300A7;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

#endif
