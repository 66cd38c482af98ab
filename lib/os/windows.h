// Shared code for the Windows sources, which alone include this header.
#pragma once

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <string>
#include <string_view>

namespace arbiter {

// Converts between UTF-8, the encoding of all text in the program, and UTF-16.
std::wstring wide_text(std::string_view text);
std::string narrow_text(std::wstring_view text);

HANDLE handle_of(int descriptor);

}  // namespace arbiter
