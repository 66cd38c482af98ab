// Text from a user's file made safe for output, and paths as references in pages and reports.
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// Returns `text` unchanged if it is UTF-8. Otherwise converts it from Windows-1252 into `storage`,
// and returns a view of `storage`.
std::string_view as_utf8(std::string_view text, std::string& storage);

// Returns the result of as_utf8() made neutral: see neutral_text.h.
std::string_view as_shown(std::string_view text, std::string& storage);

// Returns a file name for people, who may copy it. The name is neutral, in any encoding.
std::string shown_path(std::string_view path);
// Returns the neutral path, relative to the current folder if it is inside.
std::string nearest_path(std::string_view path);

// Returns a relative or absolute path as a URI reference (RFC 3986).
std::string uri_of(std::string_view path);

// Returns the neutral text for HTML and XML, with < > & " ' escaped.
std::string escaped_markup(std::string_view text);

}  // namespace arbiter
