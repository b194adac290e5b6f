// getopt_long and inih, with an interface that Swift reads without surprises: see CLinux.h for its rules.
#ifndef CCONFIGURATION_H
#define CCONFIGURATION_H

#include "Options.h"
#include "Settings.h"

#endif
