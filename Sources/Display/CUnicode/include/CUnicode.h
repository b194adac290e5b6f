#ifndef CUnicode_H
#define CUnicode_H

#include <stddef.h>
#include <stdint.h>

// The properties of characters that `make assets` writes. Sources/Tools/belfry-unicode/UnicodePack.swift has the
// layout.

extern const _Alignas(16) uint8_t belfry_unicode_pack_octets[];
extern const size_t belfry_unicode_pack_count;

/// The octet at `index`; 0 behind the pack's end.
static inline uint32_t belfry_unicode_pack_octet(size_t index) {
  return index < belfry_unicode_pack_count ? belfry_unicode_pack_octets[index] : 0;
}

/// The little-endian number of two octets at `2 * index`; 0 behind the pack's end.
static inline uint32_t belfry_unicode_pack_half(size_t index) {
  uint16_t half = 0;
  if (index < belfry_unicode_pack_count / sizeof half) {
    const void *source = __builtin_assume_aligned(belfry_unicode_pack_octets + index * sizeof half, sizeof half);
    __builtin_memcpy(&half, source, sizeof half);
  }
  return half;
}

/// The little-endian number of four octets at `4 * index`; 0 behind the pack's end.
static inline uint32_t belfry_unicode_pack_word(size_t index) {
  uint32_t word = 0;
  if (index < belfry_unicode_pack_count / sizeof word) {
    const void *source = __builtin_assume_aligned(belfry_unicode_pack_octets + index * sizeof word, sizeof word);
    __builtin_memcpy(&word, source, sizeof word);
  }
  return word;
}

#endif
