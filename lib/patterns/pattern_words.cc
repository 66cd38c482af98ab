#include "lib/patterns/pattern_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "lib/base/text.h"
#include "lib/patterns/pattern_text.h"

namespace arbiter {
namespace {

constexpr std::string_view kWords[] = {
    "and",      "or",      "not",       "no",        "then",      "later",    "for",
    "either",   "mirror",  "shift",     "white",     "black",     "to",       "move",
    "castled",  "castles", "short",     "long",      "up",        "down",     "level",
    "material", "pawns",   "has",       "board",     "at",        "ply",      "attackers",
    "check",    "mate",    "stalemate", "smothered", "opposite",  "bishops",  "isolated",
    "passed",   "doubled", "pinned",    "attacked",  "protected", "attacks",  "protects",
    "hittable", "by",      "on",        "from",      "takes",     "captures", "promotes",
    "en",       "passant", "empty",     "pawn",      "knight",    "knights",  "bishop",
    "rook",     "rooks",   "queen",     "queens",    "king",      "kings",    "piece",
    "pieces",
};

// What other languages, and English, have for it.
constexpr struct {
  std::string_view word;
  std::string_view meant;
} kSynonyms[] = {
    {"&", "and"},
    {"&&", "and"},
    {"+", "and"},
    {"|", "or"},
    {"||", "or"},
    {"!", "not"},
    {"without", "no"},
    {"after", "later"},
    {"afterwards", "later"},
    {"next", "then"},
    {"->", "then"},
    {"-->", "later"},
    {"defended", "protected"},
    {"guarded", "protected"},
    {"defends", "protects"},
    {"guards", "protects"},
    {"checkmate", "mate"},
    {"checkmated", "mate"},
    {"#", "mate"},
    {"flip", "either"},
    {"flipcolor", "either"},
    {"kingside", "short"},
    {"queenside", "long"},
    {"captured", "takes"},
    {"promoted", "promotes"},
    {"lasting", "for"},
    {"during", "for"},
    {"structure", "pawns"},
    {"fen", "board"},
    {"opening", "at"},
    {"moves", "move"},
    {"during", "for"},
    {"turn", "to move"},
    {"equal", "level"},
    {"ahead", "up"},
    {"behind", "down"},
    {"anywhere", "shift"},
};

// A move, or a square, where a piece should be.
std::string written_otherwise(std::string_view word) {
  if (const auto squares = parse_squares(word)) {
    return fmt::format(
        "say which piece: P{0} is a white pawn there, p{0} a black one; 'move {0}' is a move",
        word);
  }
  if (parse_move_text(word)) return fmt::format("for a move, write: move {}", word);
  if (word.size() > 1 && is_letter(word[0]) && parse_squares(word.substr(1))) {
    return fmt::format("'{}' is not the letter of a piece: KQRBNP (White) or kqrbnp (Black)",
                       word[0]);
  }
  std::string_view rest = word;
  if (take_men(rest) && !rest.empty() && (rest[0] >= 'a' && rest[0] <= 'h')) {
    return fmt::format("'{}' is not a square, file or rank: files are a to h, ranks 1 to 8", rest);
  }
  return {};
}

}  // namespace

std::span<const std::string_view> pattern_words() { return kWords; }

bool is_pattern_word(std::string_view word) {
  return std::ranges::find(kWords, word) != std::end(kWords);
}

std::string suggestion_for(std::string_view word) {
  const std::string small = to_small(word);
  if (small != word && is_pattern_word(small)) return fmt::format("write '{}'", small);
  for (const auto& synonym : kSynonyms) {
    if (small == synonym.word) return fmt::format("write '{}'", synonym.meant);
  }
  if (std::string text = written_otherwise(word); !text.empty()) return text;
  const auto near = nearest_words(small, kWords, 1);
  if (!near.empty()) return fmt::format("did you mean '{}'?", near.front());
  return {};
}

}  // namespace arbiter
