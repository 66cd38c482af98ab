// Text measured and cut in the cells of a terminal: one for most characters, two for Chinese,
// Japanese, Korean and emoji, none for combining marks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// The characters that text for people consists of.
enum class Charset { Utf8, Ascii };

// Cells that `utf8` takes, by utf8proc_charwidth: the sum of its code points, as wcswidth() counts.
// A terminal that joins emoji into one takes fewer.
// Precondition: it is UTF-8 without control characters.
std::size_t count_cells(std::string_view utf8);

// `utf8` if it takes at most `cells`, otherwise as many whole characters as fit before "…" ("..."
// in ASCII). A letter and its accents stay together. Precondition as
// above.
std::string shortened(std::string_view utf8, std::size_t cells, Charset charset);

// The same with "…" and the end of `utf8`.
std::string shortened_at_start(std::string_view utf8, std::size_t cells, Charset charset);

// The largest whole number of characters at the end of `utf8` that takes at most `cells`.
std::string_view last_cells(std::string_view utf8, std::size_t cells);

inline constexpr std::size_t kDefaultTextWidth = 80;

// Returns `text` in lines of at most `width` terminal cells, the second and later ones indented by
// `indent` spaces. Longer words stay whole.
std::string wrapped(std::string_view text, std::size_t indent,
                    std::size_t width = kDefaultTextWidth);

// "…" or "...".
std::string_view ellipsis(Charset charset);

// Returns `utf8` in ASCII. Characters with a common spelling have it: … as ..., cells of bars as #,
// - and ., quotation marks and dashes. Combining marks are dropped, and any other character is '?',
// as in ls -q.
std::string ascii_of(std::string_view utf8);

// Three pieces of a line, UTF-8 without control characters.
struct LinePieces {
  std::string before;
  std::string marked;
  std::string after;
  bool is_cut_before = false;  // the line begins earlier
  bool is_cut_after = false;   // and ends later
};

// A line with a marked part, in terminal cells.
struct MarkedLine {
  std::string text;
  std::size_t mark_start = 0;
  std::size_t mark_cells = 1;  // at least 1
};

// Returns the line for output, with an ellipsis at each end where it is cut. If `room` is set, the
// line is cut to that many cells around the mark.
MarkedLine marked_line(LinePieces pieces, std::optional<std::size_t> room, Charset charset);

}  // namespace arbiter
