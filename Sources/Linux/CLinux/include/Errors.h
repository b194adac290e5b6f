// The error numbers that LinuxPlatform tells apart. They are the same on every Linux that Belfry runs on; Errors.c has
// the compiler check it.
#ifndef BELFRY_ERRORS_H
#define BELFRY_ERRORS_H

#include <stdint.h>

#define BELFRY_EPERM 1
#define BELFRY_ENOENT 2
#define BELFRY_EIO 5
#define BELFRY_ENXIO 6
#define BELFRY_EAGAIN 11
#define BELFRY_EACCES 13
#define BELFRY_EBUSY 16
#define BELFRY_EEXIST 17
#define BELFRY_ENODEV 19
#define BELFRY_EINVAL 22
#define BELFRY_ENOTTY 25
#define BELFRY_EFBIG 27
#define BELFRY_ENOSPC 28
#define BELFRY_EROFS 30
#define BELFRY_EPIPE 32
#define BELFRY_ENAMETOOLONG 36
#define BELFRY_ELOOP 40
#define BELFRY_EPROTO 71
#define BELFRY_EUSERS 87
#define BELFRY_ENOTSOCK 88
#define BELFRY_EMSGSIZE 90
#define BELFRY_EOPNOTSUPP 95
#define BELFRY_EAFNOSUPPORT 97
#define BELFRY_EADDRINUSE 98
#define BELFRY_ENETDOWN 100
#define BELFRY_ECONNRESET 104
#define BELFRY_ENOBUFS 105
#define BELFRY_ETIMEDOUT 110
#define BELFRY_ECONNREFUSED 111
#define BELFRY_EHOSTUNREACH 113
#define BELFRY_EINPROGRESS 115
#define BELFRY_EREMOTEIO 121
#define BELFRY_EDQUOT 122
#define BELFRY_ERFKILL 132

/// No numbers of Linux: what the shim finds out by itself.
#define BELFRY_ENOTREGULAR 4101
#define BELFRY_EHELPERENDED 4102
#define BELFRY_EHELPERSILENT 4103
#define BELFRY_ESETUPFAILED 4104
#define BELFRY_EFOREIGN 4105
#define BELFRY_ESHARED 4106

/// What an error number (positive) means, in English and without allocating; NULL for an unknown one.
const char *belfry_error_text(int32_t number);

#endif
