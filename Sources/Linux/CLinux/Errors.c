#define _GNU_SOURCE
#include "Errors.h"

#include <errno.h>
#include <string.h>
#include <sys/types.h>

_Static_assert(sizeof(off_t) == 8 && sizeof(ino_t) == 8, "build with _FILE_OFFSET_BITS=64");

#define SAME(name) _Static_assert(BELFRY_##name == name, "this Linux numbers its errors differently")
SAME(EPERM);
SAME(ENOENT);
SAME(EIO);
SAME(ENXIO);
SAME(EAGAIN);
SAME(EACCES);
SAME(EBUSY);
SAME(EEXIST);
SAME(ENODEV);
SAME(EINVAL);
SAME(ENOTTY);
SAME(EFBIG);
SAME(ENOSPC);
SAME(EROFS);
SAME(EPIPE);
SAME(ENAMETOOLONG);
SAME(ELOOP);
SAME(EPROTO);
SAME(EUSERS);
SAME(ENOTSOCK);
SAME(EMSGSIZE);
SAME(EOPNOTSUPP);
SAME(EAFNOSUPPORT);
SAME(EADDRINUSE);
SAME(ENETDOWN);
SAME(ECONNRESET);
SAME(ENOBUFS);
SAME(ETIMEDOUT);
SAME(ECONNREFUSED);
SAME(EHOSTUNREACH);
SAME(EINPROGRESS);
SAME(EREMOTEIO);
SAME(EDQUOT);
SAME(ERFKILL);

const char *belfry_error_text(int32_t number) {
  switch (number) {
  case BELFRY_ENOTREGULAR:
    return "it is not a regular file";
  case BELFRY_EHELPERENDED:
    return "the process that writes it has ended";
  case BELFRY_EHELPERSILENT:
    return "the process that writes it does not answer";
  case BELFRY_ESETUPFAILED:
    return "its driver has not set it up";
  case BELFRY_EFOREIGN:
    return "it belongs to another user";
  case BELFRY_ESHARED:
    return "other users may write to it";
  case BELFRY_ELOOP:
    return "it is a symbolic link, which is not followed here";
  default:
    return strerrordesc_np(number);
  }
}
