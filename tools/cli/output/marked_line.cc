#include "tools/cli/output/marked_line.h"

#include <algorithm>

namespace arbiter {
namespace {

// `text` without so much of its start that it takes at most `cells`, with an ellipsis for that.
std::string shortened_at_start(const std::string& text, std::size_t cells, Charset charset) {
  if (count_cells(text) <= cells) return text;
  const std::string_view mark = ellipsis(charset);
  const std::size_t mark_cells = count_cells(mark);
  if (cells < mark_cells) return {};
  return std::string(mark).append(last_cells(text, cells - mark_cells));
}

}  // namespace

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
    // A mark behind the end of the line takes a cell too.
    const std::size_t mark = std::max<std::size_t>(1, count_cells(pieces.marked));
    const std::size_t left = *room - std::min(*room, mark);
    // What comes after the mark leaves half of the rest to what comes before it, or more.
    const std::size_t after = std::min(count_cells(pieces.after), left / 2);
    pieces.before = shortened_at_start(pieces.before, left - after, charset);
    pieces.after = shortened(pieces.after, left - count_cells(pieces.before), charset);
  }
  return {pieces.before + pieces.marked + pieces.after, count_cells(pieces.before),
          std::max<std::size_t>(1, count_cells(pieces.marked))};
}

}  // namespace arbiter
