// Text from a user's file, safe to be written.
#pragma once

#include <string>
#include <string_view>

#include "lib/pgn/encoding.h"

namespace arbiter {

// `text` as it is if it is UTF-8, else taken for Windows-1252 and converted
// into `storage`, which the result then views.
inline std::string_view as_utf8(std::string_view text, std::string& storage) {
  if (is_utf8(text)) return text;
  return storage = utf8_from_windows_1252(text);
}

}  // namespace arbiter
