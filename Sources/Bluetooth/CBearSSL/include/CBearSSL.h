// AES-128 and P-256 of BearSSL behind functions that take octets only. Neither allocates, and neither branches or
// looks up memory by a secret.
#ifndef CBEARSSL_H
#define CBEARSSL_H

#include <stddef.h>
#include <stdint.h>

/// Encrypts one block of 16 octets in place under a key of 16 octets.
void belfry_aes128_encrypt(const uint8_t *key, uint8_t *block);

/// Whether the 64 octets at `point`, x before y and both most significant octet first, are a point of the curve with
/// both coordinates below the field's prime.
uint8_t belfry_p256_is_on_curve(const uint8_t *point);

/// Writes the 64 octets of `scalar` times the base point to `point`. `scalar`: 32 octets, 1 to the group's order - 1.
/// Returns 1, or 0 if it could not.
uint8_t belfry_p256_multiply_base(const uint8_t *scalar, uint8_t *point);

/// Replaces the 64 octets at `point` by `scalar` times that point. `scalar`: as above.
/// Returns 1, or 0 if `point` is not on the curve; its contents are then undefined.
uint8_t belfry_p256_multiply(const uint8_t *scalar, uint8_t *point);

/// Overwrites `count` octets with zeros, even where the compiler can see that they are not read again.
void belfry_wipe(void *octets, size_t count);

#endif
