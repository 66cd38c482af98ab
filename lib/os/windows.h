// Shared code of the sources for Windows. Only they include this header.
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

// Converts between UTF-8, the encoding of all texts of the program, and UTF-16.
std::wstring wide_text(std::string_view text);
std::string narrow_text(std::wstring_view text);

// Returns the handle of a descriptor.
HANDLE handle_of(int descriptor);

}  // namespace arbiter
