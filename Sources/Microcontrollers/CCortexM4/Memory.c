// The memory functions that compilers require, and a 64-bit division. No other part of a C library is needed.
#if __STDC_HOSTED__ == 0

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The compiler calls these functions when all else is optimised already. So the linker's optimiser must keep them.
#define KEPT __attribute__((used))

KEPT void *memmove(void *to, const void *from, size_t count) {
  uint8_t *out = to;
  const uint8_t *in = from;
  if (out < in) {
    while (count-- > 0) *out++ = *in++;
  } else {
    while (count-- > 0) out[count] = in[count];
  }
  return to;
}

KEPT void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  uint8_t *out = to;
  const uint8_t *in = from;
  if ((((uintptr_t)out | (uintptr_t)in) & 3) == 0) {
    for (; count >= 4; count -= 4, out += 4, in += 4) *(uint32_t *)(void *)out = *(const uint32_t *)(const void *)in;
  }
  while (count-- > 0) *out++ = *in++;
  return to;
}

KEPT void *memset(void *to, int value, size_t count) {
  uint8_t *out = to;
  while (count-- > 0) *out++ = (uint8_t)value;
  return to;
}

KEPT int memcmp(const void *left, const void *right, size_t count) {
  const uint8_t *one = left, *other = right;
  for (; count > 0; count--, one++, other++) {
    if (*one != *other) return *one < *other ? -1 : 1;
  }
  return 0;
}

// Writes through a volatile pointer, so that the compiler keeps the stores.
KEPT void explicit_bzero(void *octets, size_t count) {
  volatile uint8_t *out = octets;
  while (count-- > 0) *out++ = 0;
}

// The ARM run-time ABI's names, 4.3.4. They swap the value and the count of memset.
KEPT void __aeabi_memcpy(void *to, const void *from, size_t count) { memcpy(to, from, count); }
KEPT void __aeabi_memcpy4(void *to, const void *from, size_t count) { memcpy(to, from, count); }
KEPT void __aeabi_memcpy8(void *to, const void *from, size_t count) { memcpy(to, from, count); }
KEPT void __aeabi_memmove(void *to, const void *from, size_t count) { memmove(to, from, count); }
KEPT void __aeabi_memmove4(void *to, const void *from, size_t count) { memmove(to, from, count); }
KEPT void __aeabi_memmove8(void *to, const void *from, size_t count) { memmove(to, from, count); }
KEPT void __aeabi_memset(void *to, size_t count, int value) { memset(to, value, count); }
KEPT void __aeabi_memset4(void *to, size_t count, int value) { memset(to, value, count); }
KEPT void __aeabi_memset8(void *to, size_t count, int value) { memset(to, value, count); }
KEPT void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
KEPT void __aeabi_memclr4(void *to, size_t count) { memset(to, 0, count); }
KEPT void __aeabi_memclr8(void *to, size_t count) { memset(to, 0, count); }

// Shifts across a word boundary, 4.2.
KEPT uint64_t __aeabi_llsl(uint64_t value, int shift) {
  uint32_t low = (uint32_t)value, high = (uint32_t)(value >> 32);
  if (shift == 0) return value;
  if (shift >= 32) return (uint64_t)(low << (shift - 32)) << 32;
  return (uint64_t)(high << shift | low >> (32 - shift)) << 32 | low << shift;
}

KEPT uint64_t __aeabi_llsr(uint64_t value, int shift) {
  uint32_t low = (uint32_t)value, high = (uint32_t)(value >> 32);
  if (shift == 0) return value;
  if (shift >= 32) return high >> (shift - 32);
  return (uint64_t)(high >> shift) << 32 | (low >> shift | high << (32 - shift));
}

// Divides bit by bit. Signed and unsigned division share one copy of the code.
KEPT __attribute__((noinline)) uint64_t belfry_divide(uint64_t dividend, uint64_t divisor, uint64_t *remainder) {
  uint64_t quotient = 0, rest = 0;
  for (int bit = 63; bit >= 0; bit--) {
    rest = rest << 1 | (dividend >> bit & 1);
    if (rest < divisor) continue;
    rest -= divisor;
    quotient |= (uint64_t)1 << bit;
  }
  *remainder = rest;
  return quotient;
}

KEPT int64_t belfry_divide_signed(int64_t dividend, int64_t divisor, int64_t *remainder) {
  uint64_t rest;
  uint64_t size = dividend < 0 ? -(uint64_t)dividend : (uint64_t)dividend;
  uint64_t quotient = belfry_divide(size, divisor < 0 ? -(uint64_t)divisor : (uint64_t)divisor, &rest);
  *remainder = (int64_t)(dividend < 0 ? -rest : rest);
  return (int64_t)((dividend < 0) != (divisor < 0) ? -quotient : quotient);
}

// Returns the quotient in r0 and r1, and the remainder in r2 and r3.
#define DIVISION(name, function) \
  __attribute__((naked, used)) void name(void) { \
    __asm__( \
        "push {r4, lr}\n" \
        "sub sp, #16\n" \
        "add r4, sp, #8\n" \
        "str r4, [sp]\n" \
        "bl " #function "\n" \
        "ldr r2, [sp, #8]\n" \
        "ldr r3, [sp, #12]\n" \
        "add sp, #16\n" \
        "pop {r4, pc}\n"); \
  }

DIVISION(__aeabi_uldivmod, belfry_divide)
DIVISION(__aeabi_ldivmod, belfry_divide_signed)

#endif
