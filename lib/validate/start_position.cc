#include "lib/validate/start_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

#include "lib/chess/legal_moves.h"
#include "lib/chess/setup.h"
#include "lib/laws/chess960.h"
#include "lib/laws/dead_moment.h"
#include "lib/notation/fen.h"
#include "lib/tags/variant.h"

namespace arbiter {
namespace {

DiagnosticCode code_of(FenOddityKind kind) {
  switch (kind) {
    case FenOddityKind::FieldsMissing:
      return DiagnosticCode::FenShort;
    case FenOddityKind::Trailing:
      return DiagnosticCode::FenTrailing;
    case FenOddityKind::Separator:
    case FenOddityKind::Case:
    case FenOddityKind::Order:
    case FenOddityKind::Dash:
      return DiagnosticCode::FenCase;
    case FenOddityKind::NoSuchRook:
      return DiagnosticCode::CastlingRightsInconsistent;
    case FenOddityKind::NoRookOnFile:
    case FenOddityKind::SeveralRooks:
      return DiagnosticCode::Chess960Rights;
  }
  return DiagnosticCode::FenSyntax;
}

struct FaultPlace {
  DiagnosticCode code;
  FenField field;
};

FaultPlace place_of(SetupFault fault) {
  using enum SetupFault;
  switch (fault) {
    case NoKing:
    case SeveralKings:
      return {DiagnosticCode::KingCount, FenField::Board};
    case PawnOnFirstOrLastRank:
      return {DiagnosticCode::PawnOnBackRank, FenField::Board};
    case OppositeCheck:
      return {DiagnosticCode::OppositeCheck, FenField::Rest};
    case CastlingWithoutKingAndRook:
      return {DiagnosticCode::CastlingRightsInconsistent, FenField::Castling};
    case EnPassantRank:
    case EnPassantWithoutPawn:
    case EnPassantOccupied:
    case EnPassantAfterCheck:
      return {DiagnosticCode::EpSquareBad, FenField::EnPassant};
    case ImpossibleCheck:
      return {DiagnosticCode::ImpossibleCheck, FenField::Rest};
    case TooManyPawns:
      return {DiagnosticCode::TooManyPawns, FenField::Board};
    case TooManyMen:
      return {DiagnosticCode::TooManyPieces, FenField::Board};
    case TooManyPromoted:
      return {DiagnosticCode::TooManyPromoted, FenField::Board};
    case HalfmoveClockAfterDoubleStep:
      return {DiagnosticCode::HalfmoveVsEp, FenField::HalfmoveClock};
    case HalfmoveClockBeforeStart:
      return {DiagnosticCode::HalfmoveVsFullmove, FenField::HalfmoveClock};
    case HalfmoveClockPastDraw:
      return {DiagnosticCode::HalfmoveOver150, FenField::HalfmoveClock};
    case FullmoveNumberZero:
      return {DiagnosticCode::FullmoveZero, FenField::FullmoveNumber};
  }
  return {DiagnosticCode::FenSyntax, FenField::Rest};
}

// Whether the fault is that more men stand on the board than a game can bring there.
bool counts_men(SetupFault fault) {
  return fault == SetupFault::TooManyPawns || fault == SetupFault::TooManyMen ||
         fault == SetupFault::TooManyPromoted;
}

class FenChecks {
 public:
  FenChecks(GameReporter& reporter, const PgnTag& tag) : reporter_(reporter), tag_(tag) {}

  std::optional<StartPosition> run();

 private:
  void say(DiagnosticCode code, TextSpan span, std::string message) {
    if (!reporter_.wants_or_counts(code)) return;
    reporter_.report(code, span, {.message = std::move(message), .fen = std::string(tag_.value)});
  }
  TextSpan within(std::size_t offset, std::size_t length) const {
    return {tag_.value_offset + static_cast<std::uint32_t>(offset),
            static_cast<std::uint32_t>(length)};
  }
  TextSpan whole() const { return within(0, tag_.value.size()); }
  TextSpan span_of(FenField field) const;
  bool report_faults(const Setup& setup);
  void check_chess960(const Setup& setup);
  void check_position(const StartPosition& start);

  GameReporter& reporter_;
  const PgnTag& tag_;
  bool has_passed_fault_ = false;  // the en passant square is wrong in itself
};

// The field between its blanks; the whole value where it has not that many.
TextSpan FenChecks::span_of(FenField field) const {
  if (field == FenField::Rest) return whole();
  std::size_t begin = tag_.value.find_first_not_of(' ');
  for (auto i = static_cast<std::size_t>(field); i > 0 && begin != std::string_view::npos; --i) {
    begin =
        tag_.value.find_first_not_of(' ', std::min(tag_.value.find(' ', begin), tag_.value.size()));
  }
  if (begin == std::string_view::npos) return whole();
  return within(begin, std::min(tag_.value.find(' ', begin), tag_.value.size()) - begin);
}

// False where no move can be played.
bool FenChecks::report_faults(const Setup& setup) {
  const bool is_free = is_set_up_freely(reporter_.game());
  for (const SetupFault fault : faults_of(setup)) {
    if (is_free && counts_men(fault)) continue;
    const FaultPlace place = place_of(fault);
    has_passed_fault_ |= place.code == DiagnosticCode::EpSquareBad;
    say(place.code, span_of(place.field), std::string(to_string(fault)));
  }
  return is_playable(setup);
}

void FenChecks::check_chess960(const Setup& setup) {
  const PgnTag* variant = reporter_.game().tag(KnownTag::Variant);
  const auto reading = variant == nullptr ? std::nullopt : read_variant(variant->value);
  const bool says_chess960 = reading && reading->rules == VariantRules::Chess960;
  if (!says_chess960 && variant == nullptr && needs_chess960(setup)) {
    say(DiagnosticCode::VariantNeeded, whole(),
        "this position needs the castling rules of Chess960, but no Variant tag says so");
  }
  if (says_chess960 && is_untouched(setup) && !is_chess960_start(setup)) {
    say(DiagnosticCode::Chess960Array, span_of(FenField::Board),
        "this is not one of the 960 initial positions");
  }
}

void FenChecks::check_position(const StartPosition& start) {
  const Position& position = start.position;
  if (start.setup == initial_setup()) {
    say(DiagnosticCode::FenIsStartpos, whole(), "this is the standard initial position");
  }
  if (start.setup.board == initial_setup().board && position.turn() == Color::Black) {
    say(DiagnosticCode::BlackBegan, span_of(FenField::Turn),
        "Black is to move in the standard initial position, where by Laws 1.2 White begins");
  }
  if (start.setup.en_passant && !position.en_passant() && !has_passed_fault_) {
    say(DiagnosticCode::EpPseudoOnly, span_of(FenField::EnPassant),
        fmt::format("no pawn can legally capture on {}", to_string(*start.setup.en_passant)));
  }
  const char* over = is_checkmate(position)   ? "checkmate (Laws 5.1.1)"
                     : is_stalemate(position) ? "stalemate (Laws 5.2.1)"
                     : quick_dead(position)   ? "a dead position (Laws 5.2.2)"
                                              : nullptr;
  if (over != nullptr) {
    say(DiagnosticCode::TerminalAtStart, whole(),
        fmt::format("the game is over in its initial position: {}", over));
  }
}

std::optional<StartPosition> FenChecks::run() {
  std::variant<ParsedFen, FenError> parsed = parse_fen(tag_.value);
  if (const FenError* error = std::get_if<FenError>(&parsed)) {
    say(DiagnosticCode::FenSyntax, within(error->offset, std::max<std::size_t>(error->length, 1)),
        error->message);
    return std::nullopt;
  }
  ParsedFen& fen = std::get<ParsedFen>(parsed);
  bool has_said_short = false;
  for (FenOddity& oddity : fen.oddities) {
    if (oddity.kind == FenOddityKind::FieldsMissing) {
      if (!has_said_short) {
        say(DiagnosticCode::FenShort, whole(), "the FEN has fewer than six fields");
      }
      has_said_short = true;
      continue;
    }
    say(code_of(oddity.kind), within(oddity.offset, oddity.length), std::move(oddity.message));
  }
  if (!report_faults(fen.setup)) return std::nullopt;
  fen.setup.fullmove_number = std::max<std::uint32_t>(fen.setup.fullmove_number, 1);
  const StartPosition start{fen.setup, Position(fen.setup)};
  check_chess960(fen.setup);
  check_position(start);
  return start;
}

}  // namespace

std::optional<StartPosition> read_start_position(GameReporter& reporter) {
  const PgnTag* tag = reporter.game().tag(KnownTag::Fen);
  if (tag == nullptr || tag->value.empty()) return StartPosition();
  return FenChecks(reporter, *tag).run();
}

}  // namespace arbiter
