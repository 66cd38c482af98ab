// Symbols and words of movetext that are not moves in SAN (PGN 8.2.3).
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/pgn/game_reporter.h"
#include "lib/validate/move_spelling.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {

namespace {

// Returns whether the text, made of ! and ? only, is one of the six suffixes of PGN 8.2.3.8.
bool is_suffix(std::string_view text) {
  return text.size() <= 2;  // consists of ! and ?
}

using Words = std::vector<std::string_view>;

// The limits of comparisons, so that their cost is bounded in any file.
constexpr std::size_t kComparedMoves = 40;
constexpr std::uint32_t kComparedTokens = 2000;
constexpr std::size_t kComparedVariations = 20;

bool is_move(const Token& token) {
  return token.kind == TokenKind::Move || token.kind == TokenKind::Word;
}

// Returns the moves of one line from `at` to its end, without nested variations.
Words moves_from(const PgnGame& game, std::uint32_t at) {
  Words words;
  int depth = 0;
  const std::size_t end = std::min<std::size_t>(game.tokens.size(), at + kComparedTokens);
  for (; at < end && words.size() < kComparedMoves; ++at) {
    const Token& token = game.tokens[at];
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd && --depth < 0) break;
    if (depth != 0) continue;
    if (token.kind == TokenKind::Result) break;
    if (is_move(token)) words.push_back(game.text_of(token));
  }
  return words;
}

// The move before a variation on its own level, and the other variations in between.
struct Place {
  std::optional<std::uint32_t> replaced;
  std::vector<std::uint32_t> earlier;
};
Place place_of(const PgnGame& game, std::uint32_t open) {
  Place place;
  int depth = 0;
  const std::uint32_t begin = open - std::min(open, kComparedTokens);
  for (std::uint32_t at = open; at-- > begin && place.earlier.size() < kComparedVariations;) {
    const Token& token = game.tokens[at];
    if (token.kind == TokenKind::VariationEnd) ++depth;
    if (token.kind == TokenKind::VariationStart) {
      if (depth == 0) break;
      if (--depth == 0) place.earlier.push_back(at);
    }
    if (depth == 0 && is_move(token)) {
      place.replaced = at;
      break;
    }
  }
  return place;
}

bool begins_with(const Words& longer, const Words& shorter) {
  return longer.size() >= shorter.size() &&
         std::equal(shorter.begin(), shorter.end(), longer.begin());
}

void check_content(GameReporter& reporter, std::uint32_t open, std::uint32_t close) {
  const PgnGame& game = reporter.game();
  const Token& first = game.tokens[open];
  const Token& last = game.tokens[close];
  if (close == open + 1) {
    const TextSpan both(first.offset, last.offset + last.length - first.offset);
    reporter.report(DiagnosticCode::RavEmpty, both, "this variation is empty");
  } else {
    reporter.report(DiagnosticCode::RavCommentOnly, first, "this variation has no move");
  }
}

// Checks the variation between two brackets: whether it is empty, repeats the played moves, or
// repeats another variation in the same place.
void check_variation(GameReporter& reporter, std::uint32_t open, std::uint32_t close) {
  const PgnGame& game = reporter.game();
  const Words moves = moves_from(game, open + 1);
  if (moves.empty()) return check_content(reporter, open, close);
  const Place place = place_of(game, open);
  if (place.replaced && begins_with(moves_from(game, *place.replaced), moves)) {
    return reporter.report(DiagnosticCode::RavIdenticalToMainline, game.tokens[open],
                           "this variation repeats the moves that were played");
  }
  for (const std::uint32_t earlier : place.earlier) {
    if (moves_from(game, earlier + 1) != moves) continue;
    return reporter.report(DiagnosticCode::RavDuplicate, game.tokens[open],
                           "this variation repeats another one in the same place");
  }
}

}  // namespace

void MovetextWalk::result(const WrittenResult& written) {
  played_.terminator = written;
  const std::string_view text = written.text(game());
  if (parse_outcome(text)) {
    if (!is_joined_to_move(game().tokens[written.first])) return;
    report(DiagnosticCode::TerminatorNonstandard, written.span(game()),
           "there is no space between the last move and the result");
  } else if (written.reading.form == ResultForm::DoubleForfeit) {
    report(DiagnosticCode::DoubleForfeit, written.span(game()),
           "both players lose, which PGN cannot express");
  } else {
    report(DiagnosticCode::TerminatorNonstandard, written.span(game()),
           fmt::format("{0} stands for the result; PGN writes {1}", decode_text(text).utf8,
                       to_string(written.reading.outcome)));
  }
}

// Returns whether the result directly follows the move, as in "Qxf7#1-0". A "*" is always a token
// of its own (PGN 7).
bool MovetextWalk::is_joined_to_move(const Token& result) const {
  const std::uint32_t index = index_of(result);
  if (index == 0 || game().text_of(result) == "*") return false;
  const Token& before = game().tokens[index - 1];
  const bool is_word = before.kind == TokenKind::Move || before.kind == TokenKind::Word;
  return is_word && before.offset + before.length == result.offset;
}

void MovetextWalk::result_in_variation(const Token& token) {
  played_.may_set_aside = true;
  report(DiagnosticCode::TerminatorInRav, token, "a result inside a variation");
}

// Only comments may follow the result.
bool MovetextWalk::after_result(const Token& token) {
  played_.may_set_aside = true;
  if (token.kind == TokenKind::Result) {
    report(DiagnosticCode::TwoTerminators, token, "a second result; the first one ended the game");
  } else {
    report(DiagnosticCode::ContentAfterTerminator, token,
           "this follows the result, which ended the game");
  }
  return false;
}

void MovetextWalk::suffix(const Token& token) {
  const std::uint32_t index = index_of(token);
  const Token* before = index > 0 ? &game().tokens[index - 1] : nullptr;
  const bool is_second = before != nullptr && before->kind == TokenKind::Suffix;
  if (!is_suffix(game().text_of(token)) || is_second) {
    report(DiagnosticCode::SuffixIllegal, token,
           "a move has at most one of the suffixes ! ? !! !? ?! ??");
  } else if (reporter_.wants(DiagnosticCode::SuffixInExport)) {
    report(DiagnosticCode::SuffixInExport, token, "the export format writes suffixes as NAGs");
  }
}

void MovetextWalk::nag(const Token& token) {
  if (!is_sign(token)) return check_nag(reporter_, index_of(token));
  report(DiagnosticCode::TextGlyphs, token,
         fmt::format("PGN writes this sign as ${}", token.number()));
}

void MovetextWalk::draw_offer(const Token& token) {
  report(DiagnosticCode::TextGlyphs, token,
         "the sign of a draw offer; `arbiter fmt` writes it as a comment");
}

void MovetextWalk::elapsed_time(const Token& token) {
  report(DiagnosticCode::TimeInParentheses, token, "PGN writes the time for a move as [%emt]");
}

void MovetextWalk::check_set_aside(const Token& token) {
  const std::string_view text = game().text_of(token);
  if (!is_set_aside(text)) return;
  played_.may_set_aside = true;
  const auto mark = static_cast<std::uint32_t>(text.find(':') + 1);
  report(DiagnosticCode::CommentUnreadable, TextSpan(token.offset, mark),
         "`arbiter fmt` kept what could not be played or read in this comment");
}

void MovetextWalk::line_comment(const Token& token) {
  numbers_.interrupt();
  report(DiagnosticCode::SemicolonComment, TextSpan(token.offset, 1),
         "a comment to the end of the line, which some programs cannot read");
}

void MovetextWalk::escape(const Token& token) {
  report(DiagnosticCode::PercentEscapeUsed, token, "a line that begins with % is skipped");
}

// Punctuation in prose is part of the prose.
void MovetextWalk::punctuation(const Token& token) {
  played_.may_set_aside |= in_variation();
  if (is_broken() || index_of(token) < prose_end_) return;
  if (game().text_of(token).starts_with(',')) {
    report(DiagnosticCode::CommaBetweenMoves, token,
           "a comma between the moves, where PGN has none");
  } else {
    report(DiagnosticCode::MoveNumberDots, token, "there is no move number before these dots");
  }
}

void MovetextWalk::stray(const Token& token) {
  played_.may_set_aside = true;
  const std::string_view text = game().text_of(token);
  switch (text[0]) {
    case ')':
      numbers_.interrupt();
      return report(DiagnosticCode::StrayCloseParen, token,
                    "there is no open variation that this could close");
    case '}':
      return report(DiagnosticCode::StrayCloseBrace, token,
                    "there is no open comment that this could close");
    case '<':
    case '>':
      return report(DiagnosticCode::ReservedAngle, token,
                    fmt::format("{} is reserved by PGN for later use", text));
    case '%':
      return report(DiagnosticCode::PercentNotCol1, token,
                    "% hides a line only in the first column");
    case '$':
      return report(DiagnosticCode::NagMalformed, token, "no number follows the $");
    default:
      return report(DiagnosticCode::UnknownToken, token,
                    fmt::format("{} is not valid among the moves", text));
  }
}

VariationUse MovetextWalk::variation(const Token& token) {
  numbers_.interrupt();
  if (!has_move() || is_broken()) played_.may_set_aside = true;
  if (game().text_of(token) == "[") {
    report(DiagnosticCode::RavInSquareBrackets, token,
           "this variation is in square brackets instead of parentheses");
  }
  if (!has_move()) {
    report(DiagnosticCode::RavBeforeFirstMove, token,
           "there is no move before this variation that it could replace");
  }
  return VariationUse::Read;
}

void MovetextWalk::variation_too_deep(const Token& token) {
  played_.may_set_aside = true;
  numbers_.interrupt();
  report(DiagnosticCode::RavDepth, token,
         "variations are nested too deeply; this one is not checked");
}

void MovetextWalk::variation_closing(std::uint32_t open, const Token& close) {
  if (close.kind == TokenKind::Stray) {
    report(DiagnosticCode::BracketMismatchSuspect, close,
           "this closes a variation that ( opened; it is read as )");
  }
  check_variation(reporter_, open, index_of(close));
}

void MovetextWalk::variation_closed() {
  numbers_.interrupt();
  numbers_.go_on_from(outer_offsets_.back());
  outer_offsets_.pop_back();
}

// Reports only the outermost variation.
void MovetextWalk::variation_unclosed(std::uint32_t open) {
  if (depth() > 1) return;
  report(DiagnosticCode::RavUnclosed, game().tokens[open],
         "this variation is never closed; the moves after it are not part of the game");
}

}  // namespace arbiter
