#ifndef CLinux_H
#define CLinux_H

#include "Arena.h"

#endif
