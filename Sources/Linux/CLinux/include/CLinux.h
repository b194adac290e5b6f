// The system calls and C libraries that LinuxPlatform uses, with an interface that Swift reads without surprises.
//
// Only fixed-width integers, `bool`, `size_t` and pointers cross. A function that can fail returns a negative errno.
// Text that Swift passes is a pointer and a length, never ended by a zero. No header of the system is needed to read
// these: that keeps C unions, 32-bit time_t and macros away from Swift.
#ifndef CLinux_H
#define CLinux_H

#include "Arena.h"
#include "Battery.h"
#include "Bluetooth.h"
#include "Clock.h"
#include "Control.h"
#include "Descriptor.h"
#include "Directory.h"
#include "Errors.h"
#include "GPIO.h"
#include "Helper.h"
#include "I2C.h"
#include "Network.h"
#include "Process.h"
#include "RegularFile.h"
#include "ResetRequest.h"
#include "Serial.h"
#include "Service.h"
#include "StandardError.h"
#include "Terminal.h"
#include "Waiting.h"

#endif
