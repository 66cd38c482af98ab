// Text made safe for output, and its size in terminal cells. Most characters take one, Chinese,
// Japanese, Korean and emoji two, combining marks none.
#pragma once

#include <cstddef>
#include <optional>
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
// Returns the path for display: neutral, and relative to the current folder if it is inside.
std::string nearest_path(std::string_view path);

// Returns a relative or absolute path as a URI reference (RFC 3986).
std::string uri_of(std::string_view path);

// Returns neutral text for HTML and XML, with < > & " ' escaped.
std::string escaped_markup(std::string_view text);

// The characters allowed in human-readable text.
enum class Charset { Utf8, Ascii };

// Returns the number of cells of `utf8` by utf8proc_charwidth, as the sum over its code points,
// like wcswidth(). A terminal that merges emoji sequences needs fewer cells. Precondition: `utf8`
// is UTF-8 without control characters.
std::size_t count_cells(std::string_view utf8);

// Returns `utf8` if it has at most `cells`. Otherwise returns as many whole characters as fit,
// followed by "…" ("..." in ASCII). A letter and its accents are not separated. Precondition: as
// for count_cells().
std::string shortened(std::string_view utf8, std::size_t cells, Charset charset);

// Like shortened(), but keeps the end, after "…". Precondition: as for count_cells().
std::string shortened_at_start(std::string_view utf8, std::size_t cells, Charset charset);

// Returns the longest end of `utf8` that consists of whole characters and has at most `cells`.
std::string_view last_cells(std::string_view utf8, std::size_t cells);

inline constexpr std::size_t kDefaultTextWidth = 80;

// Returns `text` in lines of at most `width` terminal cells. All lines except the first are
// indented by `indent` spaces. Words are never broken.
std::string wrapped(std::string_view text, std::size_t indent,
                    std::size_t width = kDefaultTextWidth);

std::string_view ellipsis(Charset charset);

// Returns `utf8` in ASCII. Replaces characters that have a common ASCII equivalent: "…", bar
// characters, quotation marks and dashes. Drops combining marks, and replaces all others with '?',
// like ls -q.
std::string ascii_of(std::string_view utf8);

// A line in three parts, in UTF-8 without control characters.
struct LinePieces {
  std::string before;
  std::string marked;
  std::string after;
  bool is_cut_before = false;  // true if the line begins earlier
  bool is_cut_after = false;   // true if the line ends later
};

// A line with a marked part, measured in terminal cells.
struct MarkedLine {
  std::string text;
  std::size_t mark_start = 0;
  std::size_t mark_cells = 1;  // at least 1
};

// Returns the line for output, with an ellipsis at each truncated end. If `room` is set, truncates
// the line to that many cells around the mark.
MarkedLine marked_line(LinePieces pieces, std::optional<std::size_t> room, Charset charset);

}  // namespace arbiter
