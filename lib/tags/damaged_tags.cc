#include "lib/tags/damaged_tags.h"

#include <algorithm>

#include "lib/base/text.h"
#include "lib/base/text_scan.h"

namespace arbiter {
namespace {

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

// Where a tag begins with its bracket, and where it ends.
ByteRange span_of(const PgnTag& tag, std::string_view text) {
  const std::size_t start = text.find_last_of('[', tag.offset - 1);
  std::size_t end = tag.value_offset + tag.value.size();
  const auto take = [&](char c) { end += end < text.size() && text[end] == c ? 1 : 0; };
  take('"');
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  take(']');
  return {start, end - start};
}

}  // namespace

std::vector<std::string_view> damaged_tags(const PgnGame& game) {
  std::vector<std::string_view> found;
  std::size_t covered = 0;
  const auto cover = [&](ByteRange span) {
    const std::size_t start = std::max(span.offset, covered);
    const std::string_view gap = trim(game.text.substr(covered, start - covered));
    if (!std::all_of(gap.begin(), gap.end(), is_blank)) found.push_back(gap);
    covered = std::max(covered, span.offset + span.size);
  };
  std::size_t tag = 0;
  for (const Token& token : game.tokens) {
    for (; tag < game.tags.size() && game.tags[tag].offset < token.offset; ++tag) {
      cover(span_of(game.tags[tag], game.text));
    }
    cover({token.offset, token.length});
    // Tags may follow an escape.
    if (tag == game.tags.size() && token.kind != TokenKind::Escape) return found;
  }
  for (; tag < game.tags.size(); ++tag) cover(span_of(game.tags[tag], game.text));
  cover({game.text.size(), 0});
  return found;
}

}  // namespace arbiter
