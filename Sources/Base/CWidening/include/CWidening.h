// Widening to 64 bits. On ARMv6 Embedded Swift judges the standard library's own conversions to a 64-bit integer as
// allocating; these inline functions compile to one instruction and are accepted everywhere. The attribute is necessary
// because the optimiser does not inline a function that was compiled with `-ffreestanding` into Swift code.
#ifndef CWIDENING_H
#define CWIDENING_H

#include <stdint.h>

static inline __attribute__((always_inline)) int64_t belfry_widen_signed(intptr_t value) { return value; }
static inline __attribute__((always_inline)) uint64_t belfry_widen_unsigned(uintptr_t value) { return value; }

#endif
