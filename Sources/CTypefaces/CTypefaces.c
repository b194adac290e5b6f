#include "CTypefaces.h"
