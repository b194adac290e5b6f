#ifndef CTypefaces_H
#define CTypefaces_H

#include <stddef.h>
#include <stdint.h>

// The glyph pack that `make assets` writes: see Sources/belfry-font/GlyphPack.swift for its layout.

extern const _Alignas(4096) uint8_t belfry_glyph_pack_octets[];
extern const size_t belfry_glyph_pack_count;

/// The pack's octets, `belfry_glyph_pack_count` of them; they live as long as the program.
static inline const uint8_t *belfry_glyph_pack(void) { return belfry_glyph_pack_octets; }

/// The little-endian number at `4 * index`; 0 behind the pack's end.
static inline uint32_t belfry_glyph_pack_word(size_t index) {
  uint32_t word = 0;
  if (index < belfry_glyph_pack_count / sizeof word) {
    const void *source = __builtin_assume_aligned(belfry_glyph_pack_octets + index * sizeof word, sizeof word);
    __builtin_memcpy(&word, source, sizeof word);
  }
  return word;
}

#endif
