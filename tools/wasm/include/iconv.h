// WASI has no iconv: only the encodings of lib/base are converted.
#pragma once

#include <cstddef>

using iconv_t = void*;

inline iconv_t iconv_open(const char*, const char*) { return reinterpret_cast<iconv_t>(-1); }
inline std::size_t iconv(iconv_t, char**, std::size_t*, char**, std::size_t*) {
  return static_cast<std::size_t>(-1);
}
inline int iconv_close(iconv_t) { return 0; }
