#include "CVersion.h"

#if !__has_embed("../../../build/assets/version.txt")
#error "build/assets/version.txt is missing: run make assets"
#endif

static const uint8_t line[] = {
    'b', 'e', 'l', 'f', 'r', 'y', ' ',
#embed "../../../build/assets/version.txt"
};

const uint8_t *belfry_version_octets(void) {
  return line;
}

size_t belfry_version_count(void) {
  return sizeof line;
}
