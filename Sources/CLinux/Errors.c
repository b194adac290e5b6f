#define _GNU_SOURCE
#include "Errors.h"

#include <errno.h>
#include <string.h>

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
SAME(ENOSPC);
SAME(EROFS);
SAME(EPIPE);
SAME(ENAMETOOLONG);
SAME(EUSERS);
SAME(EMSGSIZE);
SAME(EOPNOTSUPP);
SAME(EAFNOSUPPORT);
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
  return strerrordesc_np(number);
}
