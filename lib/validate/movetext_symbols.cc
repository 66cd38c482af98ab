// The words of movetext that are not moves as PGN 8.2.3 writes them.
#include <fmt/format.h>

#include "lib/base/encoding.h"
#include "lib/validate/movetext_walk.h"
#include "lib/validate/symbol_checks.h"

namespace arbiter {
namespace {

// The six suffixes of PGN 8.2.3.8.
bool is_suffix(std::string_view text) {
  return text.size() <= 2;  // made of ! and ? alone
}

}  // namespace

void MovetextWalk::result(const WrittenResult& written) {
  played_.terminator = written;
  const std::string_view text = written.text(game());
  if (parse_outcome(text)) {
    if (!is_joined_to_move(game().tokens[written.first])) return;
    say(DiagnosticCode::TerminatorNonstandard, written.span(game()),
        "there is no space between the last move and the result");
  } else if (written.reading.form == ResultForm::DoubleForfeit) {
    say(DiagnosticCode::DoubleForfeit, written.span(game()),
        "both players lose, which PGN cannot express");
  } else {
    say(DiagnosticCode::TerminatorNonstandard, written.span(game()),
        fmt::format("{0} stands for the result; PGN writes {1}", decode_text(text).utf8,
                    to_string(written.reading.outcome)));
  }
}

// "Qxf7#1-0". A "*" is a token of its own wherever it stands (PGN 7).
bool MovetextWalk::is_joined_to_move(const Token& result) const {
  const std::uint32_t index = index_of(result);
  if (index == 0 || game().text_of(result) == "*") return false;
  const Token& before = game().tokens[index - 1];
  const bool is_word = before.kind == TokenKind::Move || before.kind == TokenKind::Word;
  return is_word && before.offset + before.length == result.offset;
}

void MovetextWalk::result_in_variation(const Token& token) {
  played_.may_set_aside = true;
  say(DiagnosticCode::TerminatorInRav, token, "a result inside a variation");
}

// Only comments may follow the result.
bool MovetextWalk::behind_result(const Token& token) {
  played_.may_set_aside = true;
  if (token.kind == TokenKind::Result) {
    say(DiagnosticCode::TwoTerminators, token, "a second result; the first one ended the game");
  } else {
    say(DiagnosticCode::ContentAfterTerminator, token,
        "this follows the result, which ended the game");
  }
  return false;
}

void MovetextWalk::suffix(const Token& token) {
  const std::uint32_t index = index_of(token);
  const Token* before = index > 0 ? &game().tokens[index - 1] : nullptr;
  const bool is_second = before != nullptr && before->kind == TokenKind::Suffix;
  played_.may_set_aside |= !nag_of_suffix(game().text_of(token));
  if (!is_suffix(game().text_of(token)) || is_second) {
    if (reporter_.wants_or_counts(DiagnosticCode::SuffixIllegal)) {
      reporter_.report(DiagnosticCode::SuffixIllegal, token,
                       {.message = "a move has at most one of the suffixes ! ? !! !? ?! ??"});
    }
  } else if (reporter_.wants(DiagnosticCode::SuffixInExport)) {
    reporter_.report(DiagnosticCode::SuffixInExport, token,
                     {.message = "the export format writes suffixes as NAGs"});
  }
}

void MovetextWalk::nag(const Token& token) { check_nag(reporter_, index_of(token)); }

void MovetextWalk::check_set_aside(const Token& token) {
  const std::string_view text = game().text_of(token);
  if (!is_set_aside(text)) return;
  played_.may_set_aside = true;
  const auto mark = static_cast<std::uint32_t>(text.find(':') + 1);
  say(DiagnosticCode::CommentUnreadable, TextSpan(token.offset, mark),
      "`arbiter fmt` kept what could not be played or read in this comment");
}

void MovetextWalk::line_comment(const Token& token) {
  numbers_.interrupt();
  if (!reporter_.wants_or_counts(DiagnosticCode::SemicolonComment)) return;
  reporter_.report(
      DiagnosticCode::SemicolonComment, TextSpan(token.offset, 1),
      {.message = "a comment to the end of the line, which some programs cannot read"});
}

void MovetextWalk::escape(const Token& token) {
  if (!reporter_.wants_or_counts(DiagnosticCode::PercentEscapeUsed)) return;
  reporter_.report(DiagnosticCode::PercentEscapeUsed, token,
                   {.message = "a line that begins with % is skipped"});
}

// In prose it is part of that.
void MovetextWalk::punctuation(const Token& token) {
  played_.may_set_aside |= in_variation();
  if (is_broken() || index_of(token) < prose_end_) return;
  if (game().text_of(token).starts_with(',')) {
    say(DiagnosticCode::CommaBetweenMoves, token, "a comma between the moves, where PGN has none");
  } else {
    say(DiagnosticCode::MoveNumberDots, token, "there is no move number before these dots");
  }
}

void MovetextWalk::stray(const Token& token) {
  played_.may_set_aside = true;
  const std::string_view text = game().text_of(token);
  switch (text[0]) {
    case '\xA0':
    case '\xC2':
      return say(DiagnosticCode::NonasciiInSymbol, token,
                 "a non-breaking space instead of an ordinary one");
    case ')':
      numbers_.interrupt();
      return say(DiagnosticCode::StrayCloseParen, token,
                 "there is no open variation that this could close");
    case '}':
      return say(DiagnosticCode::StrayCloseBrace, token,
                 "there is no open comment that this could close");
    case '<':
    case '>':
      return say(DiagnosticCode::ReservedAngle, token,
                 fmt::format("{} is reserved by PGN for later use", text));
    case '%':
      return say(DiagnosticCode::PercentNotCol1, token, "% hides a line only in the first column");
    case '$':
      return say(DiagnosticCode::NagMalformed, token, "no number follows the $");
    default:
      return say(DiagnosticCode::UnknownToken, token,
                 fmt::format("{} means nothing among the moves", text));
  }
}

}  // namespace arbiter
