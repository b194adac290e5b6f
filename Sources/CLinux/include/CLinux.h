#ifndef CLinux_H
#define CLinux_H
#endif
