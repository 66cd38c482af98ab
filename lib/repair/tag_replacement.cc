#include "lib/repair/tag_replacement.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/base/text_scan.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "lib/validate/text_checks.h"

namespace arbiter {
namespace {

// Returns the value with the escapes needed between quotes.
std::string escaped(std::string_view value) {
  const std::string quoted = quote(value);
  return quoted.substr(1, quoted.size() - 2);
}

// Returns the last result of the main line, or null.
const Token* terminator_of(const PgnGame& game) {
  const Token* last = nullptr;
  int depth = 0;
  for (const Token& token : game.tokens) {
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd && depth > 0) --depth;
    if (token.kind == TokenKind::Result && depth == 0) last = &token;
  }
  return last;
}

}  // namespace

Result<std::uint64_t> replace_values(ByteSource& source, const PlayerRenames& renames,
                                     const std::optional<NewResult>& result,
                                     const ReplacementListener& listener) {
  std::uint64_t games = 0;
  std::uint64_t lines = 0;
  TextChunks chunks(source);
  TextChunk chunk;
  bool is_first = true;
  while (chunks.next(chunk)) {
    if (std::exchange(is_first, false)) {
      if (const auto other = find_other_content(chunk, chunks)) {
        return Error{"it is " + other->description()};
      }
    }
    const std::string_view text = chunk.source.text;
    std::vector<TextChange> changes;
    std::size_t counted = 0;
    std::uint64_t line = lines + 1;
    CollectingSink nobody{CodeSet()};
    PgnReader reader(chunk.source, nobody);
    for (PgnGame game; reader.next(game);) {
      ++games;
      const std::size_t start = game.offset - chunk.source.offset;
      const auto line_at = [&](std::size_t offset) {
        line += count_line_breaks(text.substr(counted, offset - counted));
        counted = offset;
        return line;
      };
      for (const PgnTag& tag : game.tags) {
        if (tag.known != KnownTag::White && tag.known != KnownTag::Black) continue;
        const auto rename =
            std::ranges::find(renames, utf8_value(tag.value), &PlayerRenames::value_type::first);
        if (rename == renames.end() || rename->second == rename->first) continue;
        const std::size_t offset = start + tag.value_offset;
        if (text.substr(offset, tag.value.size()) != tag.value) {
          return Error{
              fmt::format("game {}: the name of {} is not in a tag", games, to_string(tag.known))};
        }
        listener.on_replaced({games, line_at(offset), tag.known,
                              static_cast<std::size_t>(rename - renames.begin())});
        changes.push_back({offset, tag.value.size(), escaped(rename->second)});
      }
      if (!result || result->game != games) continue;
      const PgnTag* const tag = game.tag(KnownTag::Result);
      const Token* const end = terminator_of(game);
      if (tag == nullptr || end == nullptr || game.has_set_aside) {
        return Error{fmt::format(
            "game {}: it needs a Result tag and a result after its moves, which `arbiter fmt` adds",
            games)};
      }
      const std::string_view written = game.text_of(*end);
      if (tag->value == result->text && written == result->text) continue;
      const std::size_t offset = start + tag->value_offset;
      listener.on_replaced({games, line_at(offset), KnownTag::Result, renames.size()});
      changes.push_back({offset, tag->value.size(), result->text});
      changes.push_back({start + end->offset, written.size(), result->text});
      std::ranges::sort(changes, {}, &TextChange::offset);
    }
    listener.on_chunk(text, changes);
    lines += count_line_breaks(text);
  }
  return games;
}

}  // namespace arbiter
