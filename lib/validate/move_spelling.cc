#include "lib/validate/move_spelling.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string>

#include "lib/laws/wording.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"

namespace arbiter {

MarkFault mark_fault(CheckMark written, CheckMark due) {
  using enum DiagnosticCode;
  // The faults, indexed by the correct mark and then by the written mark.
  static constexpr MarkFault kFaults[][2] = {
      {{SanSpuriousCheck, "the move does not give check"},
       {SanSpuriousMate, "the move gives neither checkmate nor check"}},
      {{SanMissingCheck, "the move gives check, but has no +"},
       {SanMateForCheck, "the move gives check, but not checkmate"}},
      {{SanMissingMate, "the move gives checkmate, but has no #"},
       {SanCheckForMate, "the move gives checkmate: write # instead of +"}},
  };
  return kFaults[static_cast<std::size_t>(due)]
                [static_cast<std::size_t>(written) - (written > due ? 1 : 0)];
}

namespace {

DiagnosticCode disambiguation_code(const San& san, SanDeviations deviations) {
  if (deviations.has(SanDeviation::PinnedTwin)) return DiagnosticCode::OverDisambiguatedPinned;
  if (san.from_file() && san.from_rank()) return DiagnosticCode::OverDisambiguatedSquare;
  return san.from_file() ? DiagnosticCode::OverDisambiguatedFile
                         : DiagnosticCode::OverDisambiguatedRank;
}

std::string disambiguation_sentence(const San& san, SanDeviations deviations) {
  if (deviations.has(SanDeviation::PinnedTwin)) {
    return fmt::format("the other {} cannot legally go to {}, so no file or rank is needed",
                       to_string(san.role()), to_string(san.to()));
  }
  if (san.from_file() && san.from_rank())
    return "the whole square of origin is not needed; a shorter form is enough";
  return fmt::format("only one {} can go to {}", to_string(san.role()), to_string(san.to()));
}

struct Entry {
  SpellingDeviation deviation;
  DiagnosticCode code;
  std::string_view sentence;
};

// The entries of the deviations, in the order of SpellingDeviation.
constexpr std::array<Entry, kSpellingDeviationCount> kEntries = {{
    {SpellingDeviation::CheckSpelling, DiagnosticCode::SanCheckSpelling,
     "check is written + and checkmate #"},
    {SpellingDeviation::CaptureSign, DiagnosticCode::CaptureXMissing,
     "a capture is written with x"},
    {SpellingDeviation::PromotionSign, DiagnosticCode::PromoNoEquals,
     "the new piece is written after =, as in e8=Q"},
    {SpellingDeviation::PromotionImpossible, DiagnosticCode::PromoToKingOrPawn,
     "a pawn can promote only to a queen, rook, bishop or knight"},
    {SpellingDeviation::ZeroCastling, DiagnosticCode::ZeroCastling,
     "castling is written with capital letters O, not zeros"},
    {SpellingDeviation::LowerCaseCastling, DiagnosticCode::LowerCaseCastling,
     "castling is written with capital letters O"},
    {SpellingDeviation::DashCastling, DiagnosticCode::DashCastling,
     "castling is written O-O or O-O-O, with hyphens"},
    {SpellingDeviation::LongAlgebraic, DiagnosticCode::LongAlgebraic,
     "this is long algebraic notation; SAN names the square of origin only if necessary"},
    {SpellingDeviation::Uci, DiagnosticCode::UciMove, "this is the notation of chess engines"},
    {SpellingDeviation::PawnLetter, DiagnosticCode::PawnLetter, "pawns have no letter"},
    {SpellingDeviation::LowerCasePiece, DiagnosticCode::LowerCasePiece,
     "piece letters are capitals"},
    {SpellingDeviation::Figurine, DiagnosticCode::Figurine, "pieces are written with letters"},
    {SpellingDeviation::ForeignLetter, DiagnosticCode::ForeignPieceLetters,
     "a letter of the move is not English"},
    {SpellingDeviation::EnglishLetter, DiagnosticCode::MixedPieceLetters,
     "the piece letter is English, unlike others in the game"},
    {SpellingDeviation::EnPassantMark, DiagnosticCode::EpSuffix, "SAN does not mark en passant"},
    {SpellingDeviation::NullMove, DiagnosticCode::NullMove, "a null move is not a chess move"},
    {SpellingDeviation::Suffix, DiagnosticCode::SuffixIllegal,
     "a move has at most one of the suffixes ! ? !! !? ?! ??, after + and #"},
    {SpellingDeviation::TextGlyph, DiagnosticCode::TextGlyphs,
     "assessments are written as NAGs, such as $18 for +-"},
    {SpellingDeviation::CapitalFile, DiagnosticCode::CapitalFile,
     "files are written with small letters"},
    {SpellingDeviation::RankMissing, DiagnosticCode::CaptureRankMissing,
     "a pawn capture names the whole square that the pawn reaches"},
}};

const Entry& entry_of(SpellingDeviation deviation) {
  return kEntries[static_cast<std::size_t>(deviation)];
}

constexpr std::uint32_t kLastDefined = 139;
constexpr std::uint32_t kLast = 255;

// The maximum number of tokens to search backwards from a NAG for its move.
constexpr std::uint32_t kReach = 64;

struct Surroundings {
  bool has_move = false;
  bool is_repeated = false;
};

Surroundings before(const PgnGame& game, std::uint32_t index) {
  Surroundings found;
  const std::uint32_t number = game.tokens[index].number();
  for (std::uint32_t back = 1; back <= index; ++back) {
    const Token& token = game.tokens[index - back];
    switch (token.kind) {
      case TokenKind::Nag:
        found.is_repeated |= token.number() == number;
        break;
      case TokenKind::BraceComment:
      case TokenKind::LineComment:
      case TokenKind::Escape:
      case TokenKind::Suffix:
      case TokenKind::Stray:
        break;
      case TokenKind::MoveNumber:
      case TokenKind::VariationStart:
        return found;
      default:
        found.has_move = true;
        return found;
    }
    if (back == kReach) found.has_move = true;
    if (found.has_move) return found;
  }
  return found;
}

}  // namespace

Remark remark_on(const RemarkedMove& move, const Sentence& sentence) {
  return {.message = fmt::format("{} {}: {}", number_text(move.before), move.text, sentence.text),
          .ply = move.ply,
          .san = std::string(move.text),
          .fen = fen_of(move.before),
          .board = move.before.board(),
          .squares = sentence.squares};
}

void report_spelling(GameReporter& reporter, const PlayedSan& move) {
  const auto& [token, san, resolution, before, ply] = move;
  const std::string_view text = reporter.game().text_of(token);
  const auto report = [&](DiagnosticCode code, TextSpan span, const Sentence& words) {
    if (!reporter.wants_or_counts(code)) return;
    Remark remark = remark_on({text, before, ply}, words);
    const std::string right = san_of(resolution.move, before);
    if (right != text) remark.help = fmt::format("write {}", right);
    reporter.report(code, span, std::move(remark));
  };
  // Returns the span of a sign, for moves that begin with a piece letter.
  const auto sign = [&](std::size_t at, std::size_t length) {
    if (at == std::string_view::npos) return TextSpan(token);
    return TextSpan(token.offset + static_cast<std::uint32_t>(at),
                    static_cast<std::uint32_t>(length));
  };
  const SanDeviations deviations = resolution.deviations;
  if (deviations.has(SanDeviation::CaptureMissing)) {
    report(DiagnosticCode::CaptureXMissing, token, "the move captures, but has no x");
  }
  if (deviations.has(SanDeviation::CaptureSpurious)) {
    report(DiagnosticCode::CaptureXSpurious, sign(text.find('x'), 1),
           sentence("there is nothing to capture on {}", san.to()));
  }
  if (deviations.has(SanDeviation::OverDisambiguated)) {
    const std::size_t length = san.from_file() && san.from_rank() ? 2 : 1;
    report(disambiguation_code(san, deviations), text.size() > 1 ? sign(1, length) : token,
           disambiguation_sentence(san, deviations));
  }
  if (deviations.has(SanDeviation::OtherDisambiguation)) {
    report(DiagnosticCode::NonstandardDisambiguation, sign(1, 1),
           "the file distinguishes the pieces, and SAN prefers it to the rank");
  }
  if (resolution.has_pinned_twin) {
    report(DiagnosticCode::AmbiguousButOneLegal, token,
           sentence("two pieces reach {}, but only one can legally go there", san.to()));
  }
}

DiagnosticCode code_of(SpellingDeviation deviation) { return entry_of(deviation).code; }

std::string_view sentence_of(SpellingDeviation deviation) { return entry_of(deviation).sentence; }

SpellingDeviations without(SpellingDeviations all, SpellingDeviation deviation) {
  SpellingDeviations rest;
  for (const Entry& entry : kEntries) {
    if (entry.deviation != deviation && all.has(entry.deviation)) rest.add(entry.deviation);
  }
  return rest;
}

// Accepts the correct number, and a number that continues the previous numbers. A single incorrect
// number does not shift the numbering, because the next number may be correct again.
void NumberChecks::compare(const Token& token, const Position& position) {
  const std::int64_t offset = token.number() - std::int64_t{position.fullmove_number()};
  const bool is_right = offset == 0 || offset == offsets_.last || offset == offsets_.believed;
  if (!is_right) return wrong(token, position);
  offsets_ = {.believed = offset, .last = offset};
}

void NumberChecks::wrong(const Token& token, const Position& position) {
  const std::int64_t expected = position.fullmove_number() + offsets_.believed;
  const bool skips_black =
      position.turn() == Color::Black && token.number() == expected + 1 && token.dots == 1;
  if (!skips_black) offsets_.last = token.number() - std::int64_t{position.fullmove_number()};
  reporter_.report_with_help(DiagnosticCode::MoveNumberWrong, token,
                             skips_black ? "a move by Black may be missing" : "",
                             "the number is {}, but {}'s move {} comes next", token.number(),
                             to_string(position.turn()), expected);
}

void NumberChecks::style(const Token& token, const Position& position) {
  const bool is_white = position.turn() == Color::White;
  const bool is_needed = is_white || is_interrupted_;
  const auto report = [&](DiagnosticCode code, TextSpan place, std::string_view message) {
    if (!reporter_.wants_or_counts(code)) return;
    reporter_.report(code, place,
                     {.message = fmt::format(fmt::runtime(message), number_text(position))});
  };
  if (number_ == nullptr) {
    if (is_needed) {
      report(DiagnosticCode::MoveNumberMissing, token, "the number {} is missing before this move");
    }
  } else if (!is_needed) {
    reporter_.report(DiagnosticCode::MoveNumberSuperfluous, *number_,
                     "this move number is not needed: nothing separates this move from White's");
  } else if (number_->dots != (is_white ? 1 : 3)) {
    report(DiagnosticCode::MoveNumberDots, *number_, "the export format writes {}");
  }
  number_ = nullptr;
  is_interrupted_ = false;
}

void check_nag(GameReporter& reporter, std::uint32_t index) {
  const Token& nag = reporter.game().tokens[index];
  const std::uint32_t number = nag.number();
  const std::string_view text = reporter.game().text_of(nag).substr(0, 20);
  if (number > kLast) {
    reporter.report(DiagnosticCode::NagRange, nag, "{} is too large: NAGs go up to $255", text);
  } else if (number > kLastDefined) {
    reporter.report(DiagnosticCode::NagUndefined, nag, "the standard does not define {}", text);
  } else if (number == 0) {
    reporter.report(DiagnosticCode::NagZero, nag, "{} has no meaning", text);
  }
  const Surroundings surroundings = before(reporter.game(), index);
  if (!surroundings.has_move) {
    reporter.report(DiagnosticCode::NagBeforeMove, nag, "{} comes before the first move", text);
  }
  if (surroundings.is_repeated) {
    reporter.report(DiagnosticCode::NagDuplicate, nag, "{} is repeated here", text);
  }
}

}  // namespace arbiter
