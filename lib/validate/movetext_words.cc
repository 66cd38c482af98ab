// Words that are not SAN: moves in other spellings, results in other words,
// marks apart from their moves, and what nobody can read.
#include <fmt/format.h>

#include <algorithm>

#include "lib/base/text.h"
#include "lib/laws/illegality.h"
#include "lib/movetext/foreign_move.h"
#include "lib/movetext/move_reading.h"
#include "lib/notation/loose_resolution.h"
#include "lib/tags/result_text.h"
#include "lib/text/encoding.h"
#include "lib/validate/loose_spelling.h"
#include "lib/validate/move_spelling.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter::validate {

namespace {

constexpr std::size_t kLongestSymbol = 255;

bool is_zero_castling(std::string_view text) {
  return text.starts_with("0-0") && text.find_first_not_of("0-+#") == std::string_view::npos;
}

// The same, but that it is castling in zeros has been said.
LooseMove without_zeros(LooseMove move) {
  move.loosenesses = without(move.loosenesses, Looseness::ZeroCastling);
  return move;
}

}  // namespace

// Whether nothing but comments and escapes follows.
bool MovetextWalk::is_last_word(const Token& token) const {
  return std::all_of(
      game().tokens.begin() + index_of(token) + 1, game().tokens.end(), [](const Token& behind) {
        return behind.kind == TokenKind::BraceComment || behind.kind == TokenKind::LineComment ||
               behind.kind == TokenKind::Escape;
      });
}

// False: the moves end here.
bool MovetextWalk::word(const Token& token) {
  const std::string_view raw = game().text_of(token);
  if (raw.size() > kLongestSymbol) {
    say(DiagnosticCode::SymbolTooLong, token, "a symbol of more than 255 characters");
  }
  const std::string text = decode_text(raw.substr(0, kLongestSymbol)).utf8;
  const bool is_last = is_last_word(token);
  if (is_last && !in_variation() && result_in_other_words(token, text)) return false;
  if (line_.is_broken || is_mark(token, text) || glued_number(token, text)) return true;
  if (const auto loose = parse_loose_move(text, letters_)) {
    loose_move(token, *loose, text);
  } else if (!foreign_move(token, text)) {
    unreadable(token, text);
  }
  return true;
}

// "1/2", "½-½", "0-0": but castling in zeros where that is legal.
bool MovetextWalk::result_in_other_words(const Token& token, std::string_view text) {
  const auto reading = read_result(text);
  if (!reading) return false;
  if (is_zero_castling(text) && !line_.is_broken) {
    const auto castling = parse_loose_move(text, letters_);
    if (castling && resolve(*castling, line_.position).resolution.status == SanStatus::Legal) {
      say(DiagnosticCode::ZeroCastlingOrResult, token,
          fmt::format("{} can be castling or a result; castling is legal here", text));
      played_.ends_in_zeros = true;
      loose_move(token, without_zeros(*castling), text);
      return true;
    }
  }
  played_.terminator = index_of(token);
  played_.outcome = reading->outcome;
  if (reading->form == ResultForm::DoubleForfeit) {
    played_.outcome.reset();
    say(DiagnosticCode::DoubleForfeit, token, "both players lose, which PGN cannot say");
  } else {
    say(DiagnosticCode::TerminatorNonstandard, token,
        fmt::format("{0} stands for the result; PGN writes {1}", text,
                    to_string(reading->outcome)));
  }
  return true;
}

// "e.p." or "mate" behind a move, an assessment such as "+-".
bool MovetextWalk::is_mark(const Token& token, std::string_view text) {
  const std::uint32_t index = index_of(token);
  const bool follows_move = index > 0 && (game().tokens[index - 1].kind == TokenKind::Move ||
                                          game().tokens[index - 1].kind == TokenKind::Word ||
                                          game().tokens[index - 1].kind == TokenKind::Suffix);
  if (!follows_move) return false;
  if (const auto mark = mark_in(text)) {
    const Token& before = game().tokens[index - 1];
    const bool is_behind_suffix =
        before.kind == TokenKind::Suffix && before.offset + before.length == token.offset;
    if (is_behind_suffix && mark == Looseness::CheckSpelling) {
      say(DiagnosticCode::SuffixIllegal, before, "suffixes such as ! stand behind + and #");
      return true;
    }
    say(code_of(*mark), token, sentence_of(*mark));
    return true;
  }
  if (!nag_of_glyph(text)) return false;
  say(DiagnosticCode::TextGlyphs, token, sentence_of(Looseness::TextGlyph));
  return true;
}

// "12Nf3", and "10-0" where 1. O-O is meant.
bool MovetextWalk::glued_number(const Token& token, std::string_view text) {
  if (is_zero_castling(text) && index_of(token) > 0) {
    // "4.0-0" is a number and a word.
    const Token& number = game().tokens[index_of(token) - 1];
    const auto castling = parse_loose_move(text, letters_);
    const bool is_joined =
        number.kind == TokenKind::MoveNumber && number.offset + number.length == token.offset;
    if (!castling || !is_joined) return false;
    if (reporter_.needs(DiagnosticCode::NumberGluedToZeroCastling)) {
      reporter_.report(DiagnosticCode::NumberGluedToZeroCastling,
                       GameSpan(number.offset, number.length + token.length),
                       {.message = "castling in zeros right behind the number, from which it is "
                                   "hard to tell"});
    }
    loose_move(token, without_zeros(*castling), text);
    return true;
  }
  if (!is_digit(text[0]) || text[0] == '0') return false;
  const std::string number = std::to_string(line_.position.fullmove_number());
  if (!text.starts_with(number) || text.size() == number.size()) return false;
  const std::string_view rest = text.substr(number.size());
  if (is_digit(rest[0]) && !is_zero_castling(rest)) return false;
  const auto loose = parse_loose_move(rest, letters_);
  if (!loose) return false;
  if (is_zero_castling(rest)) {
    say(DiagnosticCode::NumberGluedToZeroCastling, token,
        fmt::format("the number {} and the move {} are written together", number, rest));
  } else {
    say(DiagnosticCode::MoveNumberDots, token,
        fmt::format("no dot stands between the number {} and the move {}", number, rest));
  }
  loose_move(token, without_zeros(*loose), rest);
  return true;
}

// Moves in another language's letters, where that makes them legal.
bool MovetextWalk::foreign_move(const Token& token, std::string_view text) {
  if (has_other_letters_) return false;
  const auto foreign = read_foreign_move(text, line_.position);
  if (!foreign) return false;
  if (reporter_.needs(DiagnosticCode::ForeignPieceLetters)) {
    Remark letters =
        remark(token, fmt::format("the letters of the pieces look {}", foreign->language.names));
    letters.help = fmt::format("read the file with --piece-letters {}", foreign->language.letters);
    reporter_.report(DiagnosticCode::ForeignPieceLetters, token, std::move(letters));
  }
  LooseMove known = foreign->move;
  known.loosenesses = without(known.loosenesses, Looseness::ForeignLetter);
  loose_move(token, known, text);
  return true;
}

void MovetextWalk::loose_move(const Token& token, const LooseMove& loose, std::string_view text) {
  if (loose.loosenesses.has(Looseness::NullMove)) return null_move(token);
  const LooseResolution resolved = resolve(loose, line_.position);
  numbers_.move(token, line_.position);
  if (loose.loosenesses.has(Looseness::PromotionImpossible)) {
    if (reporter_.needs(DiagnosticCode::PromoToKingOrPawn)) {
      reporter_.report(DiagnosticCode::PromoToKingOrPawn, token,
                       remark(token, sentence_of(Looseness::PromotionImpossible)));
    }
    return break_line(DiagnosticCode::PromoToKingOrPawn);
  }
  const bool has_times_sign = report_times_sign(token, text);
  for (int i = 0; i < kLoosenessCount; ++i) {
    const auto looseness = static_cast<Looseness>(i);
    const bool is_told = resolved.resolution.status == SanStatus::Legal &&
                         resolved.loosenesses.has(looseness) &&
                         !(has_times_sign && looseness == Looseness::CaptureSign);
    if (!is_told) continue;
    const DiagnosticCode code = code_of(looseness);
    if (reporter_.needs(code)) {
      reporter_.report(code, place_of(looseness, token), remark(token, sentence_of(looseness)));
    }
  }
  if (resolved.resolution.status != SanStatus::Legal) return illegal(token, resolved.san);
  if (!loose.suffix.empty() && reporter_.wants(DiagnosticCode::SuffixInExport)) {
    say(DiagnosticCode::SuffixInExport, token, "the export format writes suffixes as NAGs");
  }
  report_spelling(reporter_, {token, resolved.san, resolved.resolution, line_.position, ply()});
  play(token, resolved.san, resolved.resolution.move);
}

// The sign behind the move where it is what is wrong, else the whole move.
GameSpan MovetextWalk::place_of(Looseness looseness, const Token& token) const {
  if (looseness != Looseness::CheckSpelling && looseness != Looseness::EnPassantMark) return token;
  const std::string_view raw = game().text_of(token);
  const std::size_t last = raw.find_last_of("12345678O0NBRQ");
  if (last == std::string_view::npos || last + 1 >= raw.size()) return token;
  const auto behind = static_cast<std::uint32_t>(last + 1);
  return {token.offset + behind, token.length - behind};
}

// "e×d5": understood, but outside ASCII.
bool MovetextWalk::report_times_sign(const Token& token, std::string_view text) {
  const std::size_t at = text.find("\u00d7");
  if (at == std::string_view::npos) return false;
  if (reporter_.needs(DiagnosticCode::NonasciiInSymbol)) {
    const GameSpan sign(token.offset + static_cast<std::uint32_t>(at), 2);
    reporter_.report(DiagnosticCode::NonasciiInSymbol, sign,
                     {.message = "a capture is written with the letter x"});
  }
  return true;
}

void MovetextWalk::null_move(const Token& token) {
  const DiagnosticCode code =
      in_variation() ? DiagnosticCode::NullMoveInRav : DiagnosticCode::NullMove;
  if (reporter_.needs(code)) {
    reporter_.report(code, token, remark(token, "a null move is no move of chess"));
  }
  if (line_.position.is_check()) return break_line(code);
  if (keeps_before_) line_.before = line_.position;
  line_.position.pass();
  line_.has_move = true;
  if (!in_variation()) leave_record(code);
}

void MovetextWalk::unreadable(const Token& token, std::string_view text) {
  const bool is_ascii_text = is_ascii(text);
  if (!is_ascii_text) {
    say(DiagnosticCode::NonasciiInSymbol, token,
        "a character outside ASCII among the moves, which cannot be read as one");
  }
  const bool is_move = may_be_move(text);
  if (!is_ascii_text) {
    if (is_move) break_line(DiagnosticCode::NonasciiInSymbol);
    return;
  }
  if (!is_move) {
    return say(DiagnosticCode::UnknownToken, token, "this is no part of PGN");
  }
  const DiagnosticCode code =
      in_variation() ? DiagnosticCode::RavIllegalMove : DiagnosticCode::MoveUnreadable;
  if (reporter_.needs(code)) {
    reporter_.report(code, token, remark(token, "this cannot be read as a move"));
  }
  break_line(code);
}

}  // namespace arbiter::validate
