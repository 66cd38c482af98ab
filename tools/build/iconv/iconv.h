// POSIX iconv, implemented by lib/os/iconv_windows.cc and iconv_tables.cc.
#pragma once

#include <cstddef>

using iconv_t = void*;

extern "C" {
iconv_t iconv_open(const char* to, const char* from);
std::size_t iconv(iconv_t converter, char** from, std::size_t* left, char** to, std::size_t* room);
int iconv_close(iconv_t converter);
}
