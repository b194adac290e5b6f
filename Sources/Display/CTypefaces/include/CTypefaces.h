#ifndef CTypefaces_H
#define CTypefaces_H

#include <stddef.h>
#include <stdint.h>

// The glyph pack that `make assets` writes: see Sources/Tools/belfry-font/GlyphPack.swift for its layout.

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

enum {
  /// Where the numbers of the groups lie, how many there are, and where the groups lie.
  BELFRY_GLYPH_NUMBERS = 64,
  BELFRY_GLYPH_NUMBER_COUNT = 6144,
  BELFRY_GLYPH_GROUPS = BELFRY_GLYPH_NUMBERS + 2 * BELFRY_GLYPH_NUMBER_COUNT,
};

/// Of 32 characters, a bit each: which have a glyph, which of those are wide, and which are drawn over the one before.
struct belfry_glyph_group {
  /// Where the glyphs begin, in 16 octets.
  uint32_t first;
  uint32_t present;
  uint32_t wide;
  uint32_t marks;
};

/// The group of a character; an empty group if the character has no glyph.
static inline __attribute__((always_inline)) struct belfry_glyph_group belfry_glyph_group(uint32_t code_point) {
  struct belfry_glyph_group group = {0};
  uint16_t number = 0;
  if (code_point >> 5 < BELFRY_GLYPH_NUMBER_COUNT) {
    const uint8_t *numbers = belfry_glyph_pack_octets + BELFRY_GLYPH_NUMBERS;
    const void *source = __builtin_assume_aligned(numbers + (code_point >> 5) * sizeof number, sizeof number);
    __builtin_memcpy(&number, source, sizeof number);
  }
  const size_t offset = BELFRY_GLYPH_GROUPS + number * sizeof group;
  if (offset < belfry_glyph_pack_count - sizeof group) {
    __builtin_memcpy(&group, __builtin_assume_aligned(belfry_glyph_pack_octets + offset, 16), sizeof group);
  }
  return group;
}

#endif
