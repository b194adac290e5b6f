#include "CBearSSL.h"

#include <bearssl.h>
#include <string.h>

enum { uncompressed = 0x04, coordinates_size = 64, scalar_size = 32 };

// Of BearSSL's P-256 engines this is the fastest that is constant-time and runs on 32 bits: it needs a multiplication
// of 32 by 32 bits that always takes the same time, as on the ARM1176 (Technical Reference Manual, 16.7), the
// Cortex-A53 and x86-64.
static const br_ec_impl *const curve = &br_ec_p256_m31;

void belfry_wipe(void *octets, size_t count) { explicit_bzero(octets, count); }

// One block in CBC mode from a zero vector is the bare cipher.
void belfry_aes128_encrypt(const uint8_t *key, uint8_t *block) {
  br_aes_ct_cbcenc_keys schedule;
  uint8_t vector[br_aes_ct_BLOCK_SIZE] = {0};
  br_aes_ct_cbcenc_init(&schedule, key, sizeof vector);
  br_aes_ct_cbcenc_run(&schedule, vector, block, sizeof vector);
  belfry_wipe(&schedule, sizeof schedule);
}

static uint8_t multiply(const uint8_t *scalar, size_t size, uint8_t *point) {
  uint8_t encoded[1 + coordinates_size];
  encoded[0] = uncompressed;
  memcpy(encoded + 1, point, coordinates_size);
  uint32_t valid = curve->mul(encoded, sizeof encoded, scalar, size, BR_EC_secp256r1);
  memcpy(point, encoded + 1, coordinates_size);
  belfry_wipe(encoded, sizeof encoded);
  return valid == 1;
}

// BearSSL judges a point whenever it multiplies one; multiplying by one is quick.
uint8_t belfry_p256_is_on_curve(const uint8_t *point) {
  static const uint8_t one = 1;
  uint8_t copy[coordinates_size];
  memcpy(copy, point, sizeof copy);
  return multiply(&one, sizeof one, copy);
}

#ifdef BELFRY_TINY
// Without BearSSL's table of multiples of the base point, which makes this faster.
uint8_t belfry_p256_multiply_base(const uint8_t *scalar, uint8_t *point) {
  size_t size;
  const unsigned char *base = curve->generator(BR_EC_secp256r1, &size);
  memcpy(point, base + 1, coordinates_size);
  return multiply(scalar, scalar_size, point);
}
#else
uint8_t belfry_p256_multiply_base(const uint8_t *scalar, uint8_t *point) {
  uint8_t encoded[1 + coordinates_size];
  size_t size = curve->mulgen(encoded, scalar, scalar_size, BR_EC_secp256r1);
  if (size != sizeof encoded) return 0;
  memcpy(point, encoded + 1, coordinates_size);
  return 1;
}
#endif

uint8_t belfry_p256_multiply(const uint8_t *scalar, uint8_t *point) {
  return multiply(scalar, scalar_size, point);
}
