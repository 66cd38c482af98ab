// Checks of movetext symbols and words that are not SAN moves (PGN 8.2.3). These are moves in other
// spellings, results in other notations, separate check signs, and unreadable words.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/laws/wording.h"
#include "lib/pgn/game_reporter.h"
#include "lib/validate/move_spelling.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {
namespace {

// Returns the code and the text, with one digit for each number and one sign for both signs.
std::string key_of(DiagnosticCode code, std::string_view text) {
  std::string key = std::to_string(index_of(code)) + ' ';
  for (const char c : text) {
    const bool continues_number = is_digit(c) && key.back() == '0';
    if (!continues_number) key += is_digit(c) ? '0' : c == '-' ? '+' : c;
  }
  return key;
}

// Returns whether the text, which consists of ! and ?, is one of the six suffixes of PGN 8.2.3.8.
bool is_suffix(std::string_view text) {
  return text.size() <= 2;  // consists of ! and ?
}

std::string_view text_of(const PgnGame& game, TextSpan span) {
  return game.text.substr(span.offset, span.length);
}

using Words = std::vector<std::string_view>;

// Limits of comparisons, to bound their cost.
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

void check_content(GameReporter& reporter, RepeatedFindings& repeated, std::uint32_t open,
                   std::uint32_t close) {
  const PgnGame& game = reporter.game();
  const Token& first = game.tokens[open];
  const Token& last = game.tokens[close];
  const TextSpan both(first.offset, last.offset + last.length - first.offset);
  if (close == open + 1) {
    reporter.report(DiagnosticCode::RavEmpty, both, "this variation is empty");
  } else {
    repeated.add(DiagnosticCode::RavCommentOnly, first, text_of(game, both),
                 [] { return Remark{.message = "this variation has no move"}; });
  }
}

// Checks whether the variation between two parentheses is empty, repeats the played moves, or
// repeats another variation in the same place.
void check_variation(GameReporter& reporter, RepeatedFindings& repeated, std::uint32_t open,
                     std::uint32_t close) {
  const PgnGame& game = reporter.game();
  const Words moves = moves_from(game, open + 1);
  if (moves.empty()) return check_content(reporter, repeated, open, close);
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

RepeatedFindings::Kind* RepeatedFindings::kind_of(DiagnosticCode code, std::string_view text) {
  std::string key = key_of(code, text);
  const auto known = indices_.find(key);
  if (known != indices_.end()) return &kinds_[known->second];
  if (kinds_.size() == kMaxKinds) return nullptr;
  indices_.emplace(std::move(key), kinds_.size());
  return &kinds_.emplace_back(Kind{.code = code});
}

void RepeatedFindings::report() {
  if (kinds_.empty()) return;
  std::vector<std::pair<DiagnosticCode, Finding*>> findings;
  for (Kind& kind : kinds_) {
    if (kind.count >= kMany) {
      kind.first.resize(1);
      kind.first[0].remark.help = fmt::format("{} similar findings in this game", kind.count);
    }
    for (Finding& finding : kind.first) findings.emplace_back(kind.code, &finding);
  }
  std::ranges::stable_sort(findings, {},
                           [](const auto& entry) { return entry.second->place.offset; });
  for (const auto& [code, finding] : findings) {
    if (reporter_.wants_or_counts(code)) {
      reporter_.report(code, finding->place, std::move(finding->remark));
    }
  }
  kinds_.clear();
  indices_.clear();
}

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

// Returns whether the result directly follows the move, as in "Qxf7#1-0". A "*" is always a
// separate token (PGN 7).
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

// Reports a token after the result, where only comments are allowed.
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

void MovetextWalk::report_set_aside(const Token& token) {
  const std::string_view text = game().text_of(token);
  if (!is_set_aside(text)) return;
  played_.may_set_aside = true;
  const auto mark = static_cast<std::uint32_t>(text.find(':') + 1);
  report(DiagnosticCode::CommentUnreadable, TextSpan(token.offset, mark),
         "this comment contains text that `arbiter fmt` could not parse or play");
}

void MovetextWalk::line_comment(const Token& token) {
  numbers_.interrupt();
  report(DiagnosticCode::SemicolonComment, TextSpan(token.offset, 1),
         "a comment to the end of the line, which some programs cannot read");
}

void MovetextWalk::escape(const Token& token) {
  report(DiagnosticCode::PercentEscapeUsed, token, "a line that begins with % is skipped");
}

// Punctuation is part of preceding prose.
void MovetextWalk::punctuation(const Token& token) {
  played_.may_set_aside |= in_variation();
  if (is_broken() || index_of(token) < prose_end_) return;
  const char sign = game().text_of(token)[0];
  if (sign == ',' || sign == ';') {
    report(DiagnosticCode::CommaBetweenMoves, token,
           fmt::format("a {} between the moves, which PGN does not use",
                       sign == ',' ? "comma" : "semicolon"));
  } else {
    report(DiagnosticCode::MoveNumberDots, token, "there is no move number before these dots");
  }
}

void MovetextWalk::stray(const Token& token) {
  played_.may_set_aside = true;
  const std::string_view text = game().text_of(token);
  const auto add = [&](DiagnosticCode code, std::string_view format) {
    repeated_.add(code, token, text,
                  [&] { return Remark{.message = fmt::format(fmt::runtime(format), text)}; });
  };
  switch (text[0]) {
    case ')':
      numbers_.interrupt();
      return report(DiagnosticCode::StrayCloseParen, token, "there is no open variation to close");
    case '}':
      return report(DiagnosticCode::StrayCloseBrace, token, "there is no open comment to close");
    case '<':
    case '>':
      return add(DiagnosticCode::ReservedAngle, "{} is reserved by PGN for future use");
    case '%':
      return add(DiagnosticCode::PercentNotCol1, "% hides a line only in the first column");
    case '$':
      return add(DiagnosticCode::NagMalformed, "no number follows the $");
    default:
      return add(DiagnosticCode::UnknownToken, "{} is not valid among the moves");
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
           "there is no move before this variation for it to replace");
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
           game().text_of(close) == ";"
               ? "this separates two variations; it is read as ) and ("
               : "this closes a variation that was opened with (; it is read as )");
  }
  check_variation(reporter_, repeated_, open, index_of(close));
}

void MovetextWalk::variation_closed() {
  numbers_.interrupt();
  numbers_.go_on_from(outer_offsets_.back());
  outer_offsets_.pop_back();
}

// Only the outermost variation is reported.
void MovetextWalk::variation_unclosed(std::uint32_t open) {
  if (depth() > 1) return;
  report(DiagnosticCode::RavUnclosed, game().tokens[open],
         "this variation is never closed; the moves after it are not part of the game");
}

void MovetextWalk::any_word(const Token& token) {
  if (token.length > kMaxSymbolLength) {
    report(DiagnosticCode::SymbolTooLong, token, "a symbol of more than 255 characters");
  }
}

void MovetextWalk::mark(const Token& token, SpellingDeviation mark) {
  const Token& before = game().tokens[index_of(token) - 1];
  const bool is_joined_to_suffix =
      before.kind == TokenKind::Suffix && before.offset + before.length == token.offset;
  if (is_joined_to_suffix && mark == SpellingDeviation::CheckSpelling) {
    return report(DiagnosticCode::SuffixIllegal, before, "suffixes such as ! come after + and #");
  }
  report(code_of(mark), token, sentence_of(mark));
}

void MovetextWalk::glyph(const Token& token, std::uint32_t, bool follows_move) {
  if (!follows_move) return unreadable_word(token, game().text_of(token));
  played_.has_other_words = true;
  report(DiagnosticCode::TextGlyphs, token, sentence_of(SpellingDeviation::TextGlyph));
}

void MovetextWalk::castling_or_result(const Token& token) {
  report(
      DiagnosticCode::ZeroCastlingOrResult, token,
      fmt::format("{} can be castling or a result; castling is legal here", game().text_of(token)));
  played_.ends_in_zeros = true;
  castling_in_zeros_ = &token;
}

// Reports a move attached to its number: "12Nf3", or "10-0" for 1. O-O ("4.0-0" is a number and a
// word). Returns whether the finding covers castling with zeros.
bool MovetextWalk::joined_number(const Token& token, const NamedMove& named) {
  const std::string_view text = game().text_of(token);
  const std::uint32_t index = index_of(token);
  const bool is_zeros = is_zero_castling(named.text);
  if (named.text.size() < text.size() && text.ends_with(named.text)) {
    const std::string_view number = text.substr(0, text.size() - named.text.size());
    if (is_zeros) {
      report(DiagnosticCode::NumberGluedToZeroCastling, token,
             fmt::format("the number {} and the move {} are written together", number, named.text));
    } else {
      report(
          DiagnosticCode::MoveNumberDots, token,
          fmt::format("there is no dot between the number {} and the move {}", number, named.text));
    }
    return is_zeros;
  }
  if (!is_zeros || index == 0) return false;
  const Token& before = game().tokens[index - 1];
  const bool is_joined =
      before.kind == TokenKind::MoveNumber && before.offset + before.length == token.offset;
  if (is_joined) {
    report(DiagnosticCode::NumberGluedToZeroCastling,
           TextSpan(before.offset, before.length + token.length),
           "castling in zeros is hard to distinguish from the move number directly before it");
  }
  return is_joined;
}

// Reports piece letters of another language, detected from the whole game.
void MovetextWalk::foreign_letters(const Token& token) {
  if (std::exchange(played_.has_other_letters, true)) return;  // once per game
  if (!reporter_.wants_or_counts(DiagnosticCode::ForeignPieceLetters)) return;
  const PieceLanguage& language = *game_letters().language;
  Remark letters =
      remark(token, fmt::format("the piece letters are {}: {}", language.letters, language.names));
  letters.help = fmt::format("arbiter fmt writes English letters");
  reporter_.report(DiagnosticCode::ForeignPieceLetters, token, std::move(letters));
}

// Returns help for a move that is illegal in English; empty if no other letters make the game
// legal.
std::string MovetextWalk::other_letters_help() const {
  const auto& possible = game_letters().possible;
  if (possible.empty()) return "";
  std::string letters;
  for (const PieceLanguage& language : possible) {
    letters +=
        fmt::format("{}{} ({})", letters.empty() ? "" : ", ", language.letters, language.names);
  }
  return fmt::format("the game is legal to its end with --piece-letters {}", letters);
}

// Reports move numbers in another form, once per game.
void MovetextWalk::other_numbers(const Token& first, std::uint32_t count) {
  const std::string_view text = game().text_of(first);
  const bool counts_half_moves = text.find_first_not_of("0123456789.") == std::string_view::npos;
  reporter_.report(
      DiagnosticCode::MoveNumberWrong, first, "{}",
      counts_half_moves
          ? fmt::format("the {} numbers of this game count half-moves; PGN counts moves", count)
          : fmt::format("the {} move numbers of this game are in another form, such as {}", count,
                        decode_text(text).utf8));
}

// Reports a fault of the score sheet that the whole game explains.
void MovetextWalk::sheet_fault(const Token& token, const MendedToken& mended) {
  struct Row {
    SheetFault fault;
    DiagnosticCode code;
    std::string_view sentence;
  };
  static constexpr Row kRows[] = {
      {SheetFault::Torn, DiagnosticCode::MoveTorn, "one move in several words, read as {}"},
      {SheetFault::Glued, DiagnosticCode::MovesGlued,
       "several moves in one word; the first one is {}"},
      {SheetFault::Notation, DiagnosticCode::OtherNotation,
       "the game is written in another notation; this move is {}"},
      {SheetFault::Misread, DiagnosticCode::MoveMisread,
       "read as {}, with which the rest of the game is legal"},
      {SheetFault::Number, DiagnosticCode::NumberContradicts, "the number {} was expected"},
      {SheetFault::Missing, DiagnosticCode::MovesMissing,
       "the number {} was expected: moves are missing"},
      {SheetFault::Moved, DiagnosticCode::MovesOutOfOrder,
       "the move number is too low here: this move belongs before moves that are written earlier"},
      {SheetFault::Twice, DiagnosticCode::MovesRepeated, "these moves are written twice"},
      {SheetFault::Bracket, DiagnosticCode::StrayCloseParen,
       "judging by the move numbers, a variation begins here"},
      {SheetFault::NextGame, DiagnosticCode::NumberContradicts, "another game begins here"},
      {SheetFault::Unclear, DiagnosticCode::MoveUnreadable,
       "from here on, the moves can be read in several legal ways"},
  };
  played_.has_other_words = true;
  played_.may_set_aside = true;
  if (mended.fault == SheetFault::NumberForm) return other_numbers(token, mended.alike);
  const Row* const row = std::ranges::find(kRows, mended.fault, &Row::fault);
  const bool closes = mended.fault == SheetFault::Bracket && token.kind == TokenKind::VariationEnd;
  const DiagnosticCode code = closes ? DiagnosticCode::RavUnclosed : row->code;
  if (mended.ends_line) stop_record(code);
  if (mended.fault == SheetFault::Missing) {
    const std::int64_t ahead = token.number() - std::int64_t{position().fullmove_number()};
    numbers_.go_on_from({.believed = ahead, .last = ahead});
  }
  const std::uint32_t index = index_of(token);
  const Token* const before = index > 0 ? &game().tokens[index - 1] : nullptr;
  const bool is_same_word = mended.fault == SheetFault::Glued && before != nullptr &&
                            before->kind == TokenKind::Word &&
                            before->offset + before->length == token.offset;
  if (is_same_word) return;
  const auto make = [&] {
    const std::string due = mended.move       ? san_of(*mended.move, position())
                            : mended.due != 0 ? std::to_string(mended.due)
                                              : "";
    Remark fault = remark(token, closes ? "judging by the move numbers, the variation ends here"
                                        : fmt::format(fmt::runtime(row->sentence), due));
    if (mended.alike > 0) fault.help = fmt::format("{} similar words in this game", mended.alike);
    return fault;
  };
  if (mended.fault == SheetFault::Torn) return repeated_.add(code, token, "", make);
  if (reporter_.wants_or_counts(code)) reporter_.report(code, token, make());
}

void MovetextWalk::nonstandard_move(const Token& token, const NamedMove& named) {
  const bool has_known_zeros = castling_in_zeros_ == &token || joined_number(token, named);
  const SpellingDeviations spelling = named.loose.spelling;
  const bool is_translated =
      spelling.has(SpellingDeviation::ForeignLetter) && game_letters().language;
  if (is_translated) foreign_letters(token);
  if (spelling.has(SpellingDeviation::PromotionImpossible)) return;  // see illegal_move()
  const bool has_times_sign = report_times_sign(token);
  if (!named.is_legal()) return;
  if (named.has_spurious_promotion) {
    played_.has_other_words = true;
    return report_refused(token, named.resolved.san);
  }
  SpellingDeviations unreported = named.resolved.spelling;
  if (has_known_zeros) unreported.remove(SpellingDeviation::ZeroCastling);
  if (is_translated) unreported.remove(SpellingDeviation::ForeignLetter);
  if (has_times_sign) unreported.remove(SpellingDeviation::CaptureSign);
  report_deviations(token, unreported);
  if (!named.loose.suffix.empty() && reporter_.wants(DiagnosticCode::SuffixInExport)) {
    report(DiagnosticCode::SuffixInExport, token, "the export format writes suffixes as NAGs");
  }
  report_spelling(reporter_, {token, named.resolved.san, named.resolved.resolution, position(),
                              ply_from(position())});
  played_.has_other_words |=
      !named.loose.suffix.empty() || spelling.has(SpellingDeviation::TextGlyph);
}

void MovetextWalk::report_deviations(const Token& token, SpellingDeviations unreported) {
  for (int i = 0; i < kSpellingDeviationCount; ++i) {
    const auto deviation = static_cast<SpellingDeviation>(i);
    if (!unreported.has(deviation)) continue;
    const DiagnosticCode code = code_of(deviation);
    if (reporter_.wants_or_counts(code)) {
      reporter_.report(code, place_of(deviation, token), remark(token, sentence_of(deviation)));
    }
  }
}

// Returns the span of the sign after the move if the deviation concerns it, otherwise of the whole
// move.
TextSpan MovetextWalk::place_of(SpellingDeviation deviation, const Token& token) const {
  if (deviation != SpellingDeviation::CheckSpelling &&
      deviation != SpellingDeviation::EnPassantMark)
    return token;
  const std::string_view raw = game().text_of(token);
  const std::size_t last = raw.find_last_of("12345678O0NBRQ");
  if (last == std::string_view::npos || last + 1 >= raw.size()) return token;
  const auto behind = static_cast<std::uint32_t>(last + 1);
  return {token.offset + behind, token.length - behind};
}

// Reports "e×d5", which is understood, but not ASCII.
bool MovetextWalk::report_times_sign(const Token& token) {
  const std::size_t at = game().text_of(token).find("\u00d7");
  if (at == std::string_view::npos) return false;
  report(DiagnosticCode::NonasciiInSymbol,
         TextSpan(token.offset + static_cast<std::uint32_t>(at), 2),
         "a capture is written with the letter x");
  return true;
}

void MovetextWalk::null_move(const Token& token, const NamedMove&) {
  numbers_.move(token, position());
  stop_record(report_null_move(token));
}

void MovetextWalk::impossible_null_move(const Token& token) {
  report_null_move(token);
  played_.may_set_aside = true;
}

DiagnosticCode MovetextWalk::report_null_move(const Token& token) {
  const DiagnosticCode code =
      in_variation() ? DiagnosticCode::NullMoveInRav : DiagnosticCode::NullMove;
  report_move(code, token, "a null move is not a chess move");
  played_.has_other_words = true;
  return code;
}

// Reports the illegal move, if it is one, without ending the line.
void MovetextWalk::unplayable_zeros(const Token& token, const NamedMove& named) {
  report_refused(token, named.resolved.san);
  played_.has_other_words = true;
  played_.may_set_aside = true;
}

// Reports non-ASCII characters. Returns whether there are any.
bool MovetextWalk::report_other_characters(const Token& token) {
  const std::string_view text = game().text_of(token);
  if (is_ascii(text)) return false;
  repeated_.add(DiagnosticCode::NonasciiInSymbol, token, text, [] {
    return Remark{.message = "a non-ASCII character among the moves that cannot be read as a move"};
  });
  return true;
}

// Adjacent words are reported as one finding.
void MovetextWalk::unreadable_word(const Token& token, std::string_view) {
  played_.has_other_words = true;
  played_.may_set_aside = true;
  const std::uint32_t index = index_of(token);
  if (index < prose_end_) return;
  prose_end_ = end_of_prose(index);
  if (report_other_characters(token)) return;
  const bool is_alone = prose_end_ == index + 1;
  const Token& last = game().tokens[prose_end_ - 1];
  const TextSpan place(token.offset, last.offset + last.length - token.offset);
  repeated_.add(DiagnosticCode::UnknownToken, place, text_of(game(), place), [&]() -> Remark {
    if (!is_alone) return {.message = "these words are not part of PGN; comments need braces"};
    if (token.kind != TokenKind::MoveNumber || !has_board())
      return {.message = "this is not part of PGN"};
    return {.message = fmt::format("{} is neither a move nor the number of the next one ({})",
                                   game().text_of(token), number_text(position()))};
  });
}

// Returns the index after the adjacent words of prose at `index`, including numbers, and joined
// commas, dots and suffixes.
std::uint32_t MovetextWalk::end_of_prose(std::uint32_t index) const {
  const Tokens& tokens = game().tokens;
  for (std::uint32_t next = index + 1; next < tokens.size(); ++next) {
    const Token& before = tokens[next - 1];
    const Token& token = tokens[next];
    const bool is_joined = before.offset + before.length == token.offset;
    const bool is_sign = is_punctuation(token) || token.kind == TokenKind::Suffix;
    if (is_sign && is_joined) continue;
    const bool is_number =
        token.kind == TokenKind::MoveNumber && (is_joined || !is_castling_in_zeros(token));
    if (is_number && !is_move_number(token, position())) continue;
    if (token.kind != TokenKind::Word) return next;
    const WordKind kind = read_word(game().text_of(token), letters()).kind;
    if (kind == WordKind::Move || kind == WordKind::Garbled) return next;
  }
  return static_cast<std::uint32_t>(tokens.size());
}

void MovetextWalk::garbled_move(const Token& token, std::string_view) {
  played_.may_set_aside = true;
  if (report_other_characters(token)) return stop_record(DiagnosticCode::NonasciiInSymbol);
  const DiagnosticCode code =
      in_variation() ? DiagnosticCode::RavIllegalMove : DiagnosticCode::MoveUnreadable;
  if (reporter_.wants_or_counts(code)) {
    Remark unreadable = remark(token, "this cannot be read as a move");
    unreadable.help = other_letters_help();
    reporter_.report(code, token, std::move(unreadable));
  }
  stop_record(code);
}

}  // namespace arbiter
