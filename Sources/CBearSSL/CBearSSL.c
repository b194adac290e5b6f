#include "CBearSSL.h"
