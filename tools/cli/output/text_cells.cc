#include "tools/cli/output/text_cells.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/export/neutral_text.h"

namespace arbiter {

std::string_view as_utf8(std::string_view text, std::string& storage) {
  if (is_utf8(text)) return text;
  return storage = utf8_from_windows_1252(text);
}

std::string_view as_shown(std::string_view text, std::string& storage) {
  text = as_utf8(text, storage);
  if (is_neutral(text)) return text;
  return storage = neutral(text);
}

std::string shown_path(std::string_view path) { return neutral(path); }

std::string nearest_path(std::string_view path) {
  std::error_code failure;
  const std::string folder = std::filesystem::current_path(failure).generic_string() + "/";
  if (!failure && path.starts_with(folder)) path.remove_prefix(folder.size());
  return shown_path(path);
}

std::string uri_of(std::string_view path) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@";
  std::string uri;
  for (const char c : path) {
    if (plain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

std::string escaped_markup(std::string_view text) {
  constexpr std::pair<char, std::string_view> kEscapes[] = {
      {'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  std::string escaped;
  for (const char c : neutral(text)) {
    const auto* const found =
        std::ranges::find(kEscapes, c, &std::pair<char, std::string_view>::first);
    escaped += found == std::end(kEscapes) ? std::string_view(&c, 1) : found->second;
  }
  return escaped;
}

namespace {

struct CodePoint {
  utf8proc_int32_t value = 0;
  std::size_t size = 1;  // in bytes
};

// Returns the code point at the start of `text`. Precondition: `text` is not empty.
CodePoint first_of(std::string_view text) {
  CodePoint point;
  const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &point.value);
  if (size > 0) return {point.value, static_cast<std::size_t>(size)};
  return {0xFFFD, 1};
}

// Returns the width of a code point in cells. Characters newer than utf8proc's tables have width 0
// there, but appear as a box of one cell.
std::size_t cells_of(utf8proc_int32_t point) {
  if (utf8proc_category(point) == UTF8PROC_CATEGORY_CN) return 1;
  return static_cast<std::size_t>(std::max(0, utf8proc_charwidth(point)));
}

// A grapheme cluster: what a reader perceives as one character.
struct Cluster {
  std::string_view text;
  std::size_t cells = 0;
};

// Returns the cluster at the start of `text`. Precondition: `text` is not empty.
Cluster first_cluster(std::string_view text) {
  CodePoint point = first_of(text);
  Cluster cluster{text.substr(0, point.size), cells_of(point.value)};
  utf8proc_int32_t state = 0;
  while (cluster.text.size() < text.size()) {
    const CodePoint next = first_of(text.substr(cluster.text.size()));
    if (utf8proc_grapheme_break_stateful(point.value, next.value, &state)) break;
    cluster.text = text.substr(0, cluster.text.size() + next.size);
    cluster.cells += cells_of(next.value);
    point = next;
  }
  return cluster;
}

// Returns the longest start of `text` that fits into `cells`.
std::string_view first_cells(std::string_view text, std::size_t cells) {
  std::size_t size = 0;
  while (size < text.size()) {
    const Cluster next = first_cluster(text.substr(size));
    if (next.cells > cells) break;
    cells -= next.cells;
    size += next.text.size();
  }
  return text.substr(0, size);
}

bool is_ascii_text(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

struct Spelling {
  utf8proc_int32_t first;
  utf8proc_int32_t last;
  std::string_view ascii;
};

constexpr std::array<Spelling, 9> kSpellings = {{
    {0x00A0, 0x00A0, " "},    // no-break space
    {0x2010, 0x2015, "-"},    // hyphens and dashes
    {0x2018, 0x201B, "'"},    // single quotation marks
    {0x201C, 0x201F, "\""},   // double quotation marks
    {0x2026, 0x2026, "..."},  // ellipsis
    {0x2212, 0x2212, "-"},    // minus
    {0x2580, 0x2590, "#"},    // full and partial blocks
    {0x2591, 0x2591, "."},    // light shade
    {0x2592, 0x2593, "-"},    // medium and dark shade
}};

std::string_view ascii_of(utf8proc_int32_t point) {
  for (const Spelling& spelling : kSpellings) {
    if (point >= spelling.first && point <= spelling.last) return spelling.ascii;
  }
  return cells_of(point) == 0 ? "" : "?";
}

}  // namespace

std::size_t count_cells(std::string_view utf8) {
  if (is_ascii_text(utf8)) return utf8.size();
  std::size_t cells = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint point = first_of(utf8.substr(at));
    cells += cells_of(point.value);
    at += point.size;
  }
  return cells;
}

std::string shortened(std::string_view utf8, std::size_t cells, Charset charset) {
  if (count_cells(utf8) <= cells) return std::string(utf8);
  const std::string_view mark = ellipsis(charset);
  const std::size_t mark_cells = count_cells(mark);
  if (cells <= mark_cells)
    return std::string(mark.substr(0, cells == mark_cells ? mark.size() : cells));
  std::string_view kept = first_cells(utf8, cells - mark_cells);
  while (kept.ends_with(' ')) kept.remove_suffix(1);
  return std::string(kept).append(mark);
}

std::string shortened_at_start(std::string_view utf8, std::size_t cells, Charset charset) {
  if (count_cells(utf8) <= cells) return std::string(utf8);
  const std::string_view mark = ellipsis(charset);
  const std::size_t mark_cells = count_cells(mark);
  if (cells < mark_cells) return {};
  return std::string(mark).append(last_cells(utf8, cells - mark_cells));
}

std::string_view last_cells(std::string_view utf8, std::size_t cells) {
  std::size_t all = 0;
  std::vector<Cluster> clusters;
  for (std::size_t at = 0; at < utf8.size(); at += clusters.back().text.size()) {
    clusters.push_back(first_cluster(utf8.substr(at)));
    all += clusters.back().cells;
  }
  std::size_t from = 0;
  for (const Cluster& cluster : clusters) {
    if (all <= cells) break;
    all -= cluster.cells;
    from += cluster.text.size();
  }
  return utf8.substr(from);
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string lines;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const std::size_t length = count_cells(word);
    if (column > indent && column + 1 + length > width) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += length;
  }
  return lines;
}

std::string_view ellipsis(Charset charset) { return charset == Charset::Utf8 ? "\u2026" : "..."; }

std::string ascii_of(std::string_view utf8) {
  std::string ascii;
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint point = first_of(utf8.substr(at));
    if (point.value < 0x80) {
      ascii += static_cast<char>(point.value);
    } else {
      ascii += ascii_of(point.value);
    }
    at += point.size;
  }
  return ascii;
}

MarkedLine marked_line(LinePieces pieces, std::optional<std::size_t> room, Charset charset) {
  if (charset == Charset::Ascii) {
    for (std::string* piece : {&pieces.before, &pieces.marked, &pieces.after}) {
      *piece = ascii_of(*piece);
    }
  }
  if (pieces.is_cut_before) pieces.before.insert(0, ellipsis(charset));
  if (pieces.is_cut_after) pieces.after += ellipsis(charset);
  if (room) {
    pieces.marked = shortened(pieces.marked, *room, charset);
    // A mark after the end of the line also needs a cell.
    const std::size_t mark = std::max<std::size_t>(1, count_cells(pieces.marked));
    const std::size_t left = *room - std::min(*room, mark);
    // The text after the mark leaves at least half of the remaining cells to the text before the
    // mark.
    const std::size_t after = std::min(count_cells(pieces.after), left / 2);
    pieces.before = shortened_at_start(pieces.before, left - after, charset);
    pieces.after = shortened(pieces.after, left - count_cells(pieces.before), charset);
  }
  return {pieces.before + pieces.marked + pieces.after, count_cells(pieces.before),
          std::max<std::size_t>(1, count_cells(pieces.marked))};
}

}  // namespace arbiter
