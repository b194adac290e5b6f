#ifndef CBearSSL_H
#define CBearSSL_H
#endif
