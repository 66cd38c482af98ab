#include "lib/repair/written_line.h"

#include <string>

#include "lib/movetext/foreign_move.h"
#include "lib/movetext/move_reading.h"
#include "lib/notation/loose_resolution.h"
#include "lib/tags/result_text.h"
#include "lib/text/encoding.h"
#include "lib/validate/longest_game.h"

namespace arbiter::repair {

namespace {

// "12." and "12..." as half-moves that went before.
std::int64_t plies_before(const Token& number) {
  return 2 * (std::int64_t{number.number()} - 1) + (number.dots >= 2 ? 1 : 0);
}

// Signs that belong to the move before.
bool is_sign(std::string_view text) { return mark_in(text) || nag_of_glyph(text); }

// Nothing for a word that says something else than a move.
std::optional<WrittenMove> read_word(const PgnGame& game, const Token& token,
                                     const PieceLetters& letters) {
  const std::string text = decode_text(game.text_of(token)).utf8;
  if (is_sign(text)) return std::nullopt;
  WrittenMove move;
  move.loose = parse_loose_move(text, letters);
  if (move.loose) {
    move.san = move.loose->san;
    move.loose->suffix = {};
    return move;
  }
  if (!may_be_move(text)) return std::nullopt;
  move.san = San::null();
  move.word = text;
  return move;
}

std::optional<Outcome> outcome_of(std::string_view text) {
  const auto reading = read_result(text);
  return reading ? std::optional(reading->outcome) : std::nullopt;
}

class LineReader {
 public:
  LineReader(const PgnGame& game, const PieceLetters& letters)
      : game_(game), letters_(letters), is_english_(letters == PieceLetters()) {}

  WrittenLine run() {
    for (const Token& token : game_.tokens) {
      if (!read(token) || line_.moves.size() == kLongestGame) break;
    }
    if (!line_.outcome) {
      line_.ends_in_zeros = ends_in_zeros();
      const PgnTag* tag = game_.tag(KnownTag::Result);
      if (tag != nullptr) line_.outcome = outcome_of(tag->value);
    }
    return std::move(line_);
  }

 private:
  // False behind the end of the game.
  bool read(const Token& token) {
    if (token.kind == TokenKind::VariationStart) ++depth_;
    if (token.kind == TokenKind::VariationEnd && depth_ > 0) --depth_;
    if (depth_ > 0) return true;
    if (token.kind == TokenKind::Result) {
      line_.outcome = outcome_of(game_.text_of(token));
      return false;
    }
    if (token.kind == TokenKind::MoveNumber) number_ = plies_before(token);
    if (token.kind == TokenKind::Move || token.kind == TokenKind::Word) word(token);
    return true;
  }

  bool ends_in_zeros() const {
    return !line_.moves.empty() && game_.text_of(game_.tokens[line_.moves.back().token]) == "0-0";
  }

  void word(const Token& token) {
    std::optional<WrittenMove> move;
    if (token.kind == TokenKind::Move && is_english_) {
      move.emplace().san = token.san();
    } else {
      move = read_word(game_, token, letters_);
    }
    if (!move) return;
    move->token = static_cast<std::uint32_t>(&token - game_.tokens.data());
    move->numbered = number_;
    number_.reset();
    line_.moves.push_back(*move);
  }

  const PgnGame& game_;
  const PieceLetters& letters_;
  bool is_english_;
  WrittenLine line_;
  std::size_t depth_ = 0;
  std::optional<std::int64_t> number_;
};

}  // namespace

bool is_half_move(const PgnGame& game, const Token& token) {
  if (token.kind != TokenKind::Word) return token.kind == TokenKind::Move;
  const std::string text = decode_text(game.text_of(token)).utf8;
  return !is_sign(text) && (parse_loose_move(text, PieceLetters()) || may_be_move(text));
}

SanResolution resolve_loosely(const WrittenMove& move, const Position& position) {
  if (move.loose) return resolve(*move.loose, position).resolution;
  const auto foreign = read_foreign_move(move.word, position);
  return foreign ? resolve(foreign->move, position).resolution : SanResolution();
}

WrittenLine written_line(const PgnGame& game, const PieceLetters& letters) {
  return LineReader(game, letters).run();
}

}  // namespace arbiter::repair
