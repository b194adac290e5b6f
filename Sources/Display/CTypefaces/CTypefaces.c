#include "CTypefaces.h"

#if !__has_embed("../../../build/assets/unifont.pack")
#error "build/assets/unifont.pack is missing: run make assets"
#endif

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the pack is little-endian, as all our boards are"
#endif

_Static_assert(
#embed "../../../build/assets/unifont.pack" limit(1)
    == 'B', "build/assets/unifont.pack is not a glyph pack: run make assets");
_Static_assert(
#embed "../../../build/assets/unifont.pack" clang::offset(7) limit(1)
    == 5, "build/assets/unifont.pack has another version: run make assets");

const _Alignas(4096) uint8_t belfry_glyph_pack_octets[] = {
#embed "../../../build/assets/unifont.pack"
};

_Static_assert(sizeof belfry_glyph_pack_octets >= BELFRY_GLYPH_GROUPS, "the pack's numbers are cut short");

const size_t belfry_glyph_pack_count = sizeof belfry_glyph_pack_octets;
