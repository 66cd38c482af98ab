#include "db/import/kept_movetext.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "lib/base/encoding.h"
#include "lib/pgn/set_aside.h"

namespace arbiter {
namespace {

constexpr std::uint32_t bit(TokenKind kind) { return 1u << static_cast<unsigned>(kind); }

// Whether nothing follows the result, and what stands there, in whatever words, is that of the
// game.
bool has_plain_result(const PgnGame& game, const PlayedGame& played) {
  const auto& terminator = played.terminator;
  if (!terminator || terminator->last + 1 != game.tokens.size()) return false;
  const ResultReading& reading = terminator->reading;
  const bool is_plain =
      reading.form == ResultForm::Standard || reading.form == ResultForm::Nonstandard;
  return is_plain && reading.outcome == played.result->outcome;
}

// The first token behind the tags.
std::size_t first_behind_tags(const PgnGame& game) {
  if (game.tags.empty()) return 0;
  const std::uint32_t last_tag = game.tags.back().offset;
  std::size_t first = 0;
  while (first < game.tokens.size() && game.tokens[first].offset < last_tag) ++first;
  return first;
}

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

// Whether each tag ends with `"]` and only blanks stand before the next, up to the first token:
// true of nearly every game, and cheaper to see than what is damaged.
bool has_tidy_tags(const PgnGame& game) {
  const std::string_view text = game.text;
  if (game.tags.empty()) return false;
  std::size_t at = 0;
  for (const PgnTag& tag : game.tags) {
    while (at < text.size() && is_blank(text[at])) ++at;
    if (at + 1 != tag.offset || text[at] != '[') return false;
    at = tag.value_offset + tag.value.size();
    if (text.substr(at, 2) != "\"]") return false;
    at += 2;
  }
  if (game.tokens.empty() || game.tokens.front().kind == TokenKind::Escape) return false;
  const std::size_t end = game.tokens.front().offset;
  while (at < end && is_blank(text[at])) ++at;
  return at == end;
}

bool has_damaged_tags(const PgnGame& game) {
  return !has_tidy_tags(game) && !damaged_tags(game).empty();
}

// What GameExporter makes of a damaged tag.
std::string comment_of(std::string_view damaged) {
  std::string text = std::string(kUnreadableTag) + ' ' + decode_text(damaged).utf8;
  std::ranges::replace(text, '}', ')');
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text + "}\n";
}

// In column 1 it would begin a line that is skipped.
bool begins_with_stray_percent(const PgnGame& game, const Token& token) {
  return token.kind != TokenKind::Escape && game.text_of(token).starts_with('%');
}

}  // namespace

bool is_plain(const PgnGame& game, const PlayedGame& played) {
  if (!played.is_complete || played.has_other_words || !has_plain_result(game, played))
    return false;
  std::uint32_t kinds = 0;
  for (const Token& token : std::span(game.tokens).first(played.terminator->first)) {
    kinds |= bit(token.kind);
  }
  kinds &= ~(bit(TokenKind::MoveNumber) | bit(TokenKind::Move) | bit(TokenKind::Word));
  return kinds == 0 && !has_damaged_tags(game);
}

std::string_view KeptMovetext::of(const PgnGame& game, const PlayedGame& played) {
  text_.clear();
  if (played.has_other_letters) {
    translate(game);
    return text_;
  }
  const std::size_t first = first_behind_tags(game);
  const bool is_simple = first == 0 && !game.tokens.empty() && !has_damaged_tags(game) &&
                         !begins_with_stray_percent(game, game.tokens.front());
  if (is_simple) {
    const std::size_t start = game.tokens.front().offset;
    const std::size_t end = game.tokens.back().offset + game.tokens.back().length;
    const std::string_view written = game.text.substr(start, end - start);
    if (is_utf8(written)) return written;
  }
  compose(game, first);
  return text_;
}

std::uint64_t KeptMovetext::pieces_set_aside(const PgnGame& game, const PlayedGame& played) {
  if (!played.may_set_aside && !has_damaged_tags(game)) return 0;
  const std::uint64_t before = exporter_.tally().unreadable_pieces;
  exported_.clear();
  exporter_.append(game, exported_);
  return exporter_.tally().unreadable_pieces - before;
}

// Token by token, because their encodings may differ.
void KeptMovetext::compose(const PgnGame& game, std::size_t first) {
  for (const std::string_view damaged : damaged_tags(game)) text_ += comment_of(damaged);
  for (std::size_t i = 0; i < first; ++i) {
    text_ += decode_text(game.text_of(game.tokens[i])).utf8 + '\n';
  }
  if (first == game.tokens.size()) return;
  if (begins_with_stray_percent(game, game.tokens[first])) text_ += ' ';
  std::size_t at = game.tokens[first].offset;
  for (std::size_t i = first; i < game.tokens.size(); ++i) {
    const Token& token = game.tokens[i];
    const std::string_view gap = game.text.substr(at, token.offset - at);
    text_ += std::ranges::all_of(gap, is_blank) ? gap : "\n";  // else there is a damaged tag
    text_ += decode_text(game.text_of(token)).utf8;
    at = token.offset + token.length;
  }
}

// No tag holds an empty line.
void KeptMovetext::translate(const PgnGame& game) {
  exporter_.append(game, text_);
  text_.erase(0, text_.find("\n\n") + 2);
}

}  // namespace arbiter
