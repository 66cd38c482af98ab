// Text from a user's file, safe to write.
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// `text` as it is if it is UTF-8, else taken for Windows-1252 and converted
// into `storage`, which the result then views.
std::string_view as_utf8(std::string_view text, std::string& storage);

// Returns the same text made neutral: see neutral_text.h.
std::string_view as_shown(std::string_view text, std::string& storage);

// The name of a file for people, who may want to copy it: its bytes, whatever they mean, but
// neutral.
std::string shown_path(std::string_view path);
// Returns the neutral path, without the current folder if it begins with it.
std::string nearest_path(std::string_view path);

}  // namespace arbiter
