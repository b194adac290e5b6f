#include "CWidening.h"
