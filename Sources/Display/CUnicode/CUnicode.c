#include "CUnicode.h"

#if !__has_embed("../../../build/assets/unicode.pack")
#error "build/assets/unicode.pack is missing: run make assets"
#endif

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the pack is little-endian, as all our boards are"
#endif

_Static_assert(
#embed "../../../build/assets/unicode.pack" limit(1)
    == 'B', "build/assets/unicode.pack holds no properties: run make assets");
_Static_assert(
#embed "../../../build/assets/unicode.pack" clang::offset(7) limit(1)
    == 2, "build/assets/unicode.pack has another version: run make assets");

const _Alignas(16) uint8_t belfry_unicode_pack_octets[] = {
#embed "../../../build/assets/unicode.pack"
};

const size_t belfry_unicode_pack_count = sizeof belfry_unicode_pack_octets;
