// Safe output of text and paths from users, and paths as URI references.
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// Returns `text` unchanged if it is UTF-8. Otherwise converts it from Windows-1252 into `storage`,
// and returns a view of `storage`.
std::string_view as_utf8(std::string_view text, std::string& storage);

// Returns the result of as_utf8() made neutral: see neutral_text.h.
std::string_view as_shown(std::string_view text, std::string& storage);

// Returns a file name for display, made neutral but otherwise unchanged, so that users can copy it.
std::string shown_path(std::string_view path);
// Returns the neutral path, relative to the current folder if inside it.
std::string nearest_path(std::string_view path);

// Returns a relative or absolute path as a URI reference (RFC 3986).
std::string uri_of(std::string_view path);

// Returns neutral text for HTML and XML, with < > & " ' escaped.
std::string escaped_markup(std::string_view text);

}  // namespace arbiter
