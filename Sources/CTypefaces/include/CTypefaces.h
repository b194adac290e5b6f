#ifndef CTypefaces_H
#define CTypefaces_H
#endif
