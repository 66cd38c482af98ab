#include "lib/validate/start_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"
#include "lib/laws/first_position.h"
#include "lib/laws/game_end.h"
#include "lib/laws/illegality.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/tags/claimed_end.h"
#include "lib/tags/variant.h"

namespace arbiter {
namespace {

constexpr std::pair<FenOddityKind, DiagnosticCode> kOddities[] = {
    {FenOddityKind::FieldsMissing, DiagnosticCode::FenShort},
    {FenOddityKind::Trailing, DiagnosticCode::FenTrailing},
    {FenOddityKind::Separator, DiagnosticCode::FenCase},
    {FenOddityKind::Case, DiagnosticCode::FenCase},
    {FenOddityKind::Order, DiagnosticCode::FenCase},
    {FenOddityKind::Dash, DiagnosticCode::FenCase},
    {FenOddityKind::NoSuchRook, DiagnosticCode::CastlingRightsInconsistent},
    {FenOddityKind::NoRookOnFile, DiagnosticCode::Chess960Rights},
    {FenOddityKind::SeveralRooks, DiagnosticCode::Chess960Rights},
};

struct FaultPlace {
  SetupFault fault;
  DiagnosticCode code;
  FenField field;
};

constexpr FaultPlace kFaults[] = {
    {SetupFault::NoKing, DiagnosticCode::KingCount, FenField::Board},
    {SetupFault::SeveralKings, DiagnosticCode::KingCount, FenField::Board},
    {SetupFault::PawnOnFirstOrLastRank, DiagnosticCode::PawnOnBackRank, FenField::Board},
    {SetupFault::OppositeCheck, DiagnosticCode::OppositeCheck, FenField::Rest},
    {SetupFault::CastlingWithoutKingAndRook, DiagnosticCode::CastlingRightsInconsistent,
     FenField::Castling},
    {SetupFault::EnPassantRank, DiagnosticCode::EpSquareBad, FenField::EnPassant},
    {SetupFault::EnPassantWithoutPawn, DiagnosticCode::EpSquareBad, FenField::EnPassant},
    {SetupFault::EnPassantOccupied, DiagnosticCode::EpSquareBad, FenField::EnPassant},
    {SetupFault::EnPassantAfterCheck, DiagnosticCode::EpSquareBad, FenField::EnPassant},
    {SetupFault::ImpossibleCheck, DiagnosticCode::ImpossibleCheck, FenField::Rest},
    {SetupFault::TooManyPawns, DiagnosticCode::TooManyPawns, FenField::Board},
    {SetupFault::TooManyMen, DiagnosticCode::TooManyPieces, FenField::Board},
    {SetupFault::TooManyPromoted, DiagnosticCode::TooManyPromoted, FenField::Board},
    {SetupFault::HalfmoveClockAfterDoubleStep, DiagnosticCode::HalfmoveVsEp,
     FenField::HalfmoveClock},
    {SetupFault::HalfmoveClockBeforeStart, DiagnosticCode::HalfmoveVsFullmove,
     FenField::HalfmoveClock},
    {SetupFault::HalfmoveClockPastDraw, DiagnosticCode::HalfmoveOver150, FenField::HalfmoveClock},
    {SetupFault::FullmoveNumberZero, DiagnosticCode::FullmoveZero, FenField::FullmoveNumber},
};

// Returns whether the fault is an impossible number of pieces.
bool is_of_piece_counts(SetupFault fault) {
  return fault == SetupFault::TooManyPawns || fault == SetupFault::TooManyMen ||
         fault == SetupFault::TooManyPromoted;
}

// Returns the position after the main line; nothing if one of its moves is not legal.
std::optional<Position> after_moves(const PgnGame& game, Position position) {
  std::size_t depth = 0;
  for (const Token& token : game.tokens) {
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd && depth > 0) --depth;
    if (depth > 0 || token.kind != TokenKind::Move) continue;
    const SanResolution resolution = resolve(token.san(), position);
    if (resolution.status != SanStatus::Legal) return std::nullopt;
    position.play(resolution.move);
  }
  return position;
}

// Returns the setup with the other player to move if the first move number requires it, and if the
// moves are legal only then.
std::optional<Setup> turned_start(const PgnGame& game, const Setup& given) {
  const auto first = std::ranges::find_if(game.tokens, [](const Token& token) {
    return token.kind == TokenKind::MoveNumber || token.kind == TokenKind::Move;
  });
  if (first == game.tokens.end() || first->kind != TokenKind::MoveNumber || first->dots == 0 ||
      (first->dots > 1) == (given.turn == Color::Black)) {
    return std::nullopt;
  }
  Setup turned = given;
  turned.turn = other(given.turn);
  if (!faults_of(turned).empty()) turned.en_passant.reset();
  if (!is_playable(turned) || !after_moves(game, Position(turned))) return std::nullopt;
  if (is_playable(given) && after_moves(game, Position(given))) return std::nullopt;
  return turned;
}

struct FenChecks {
  std::optional<StartPosition> run() {
    std::variant<ParsedFen, FenError> parsed = parse_fen(tag_.value);
    if (const FenError* error = std::get_if<FenError>(&parsed)) {
      report(DiagnosticCode::FenSyntax,
             within(error->offset, std::max<std::size_t>(error->length, 1)), error->message);
      return std::nullopt;
    }
    ParsedFen& fen = std::get<ParsedFen>(parsed);
    board_ = fen.setup.board;
    bool has_reported_short = false;
    for (FenOddity& oddity : fen.oddities) {
      if (oddity.kind == FenOddityKind::FieldsMissing) {
        if (!has_reported_short) {
          report(DiagnosticCode::FenShort, whole(), "the FEN has fewer than six fields");
        }
        has_reported_short = true;
        continue;
      }
      const auto* const known =
          std::ranges::find(kOddities, oddity.kind, [](const auto& pair) { return pair.first; });
      report(known->second, within(oddity.offset, oddity.length), std::move(oddity.message));
    }
    const std::optional<Setup> turned = treatment_ == WrongPlayer::Correct
                                            ? turned_start(reporter_.game(), fen.setup)
                                            : std::nullopt;
    if (turned) {
      fen.setup = *turned;
      report(
          DiagnosticCode::FenWrongPlayer, span_of(FenField::Turn),
          fmt::format("{} moves first, and all moves are legal then", to_string(fen.setup.turn)));
    }
    if (!report_faults(fen.setup)) return std::nullopt;
    fen.setup.fullmove_number = std::max<std::uint32_t>(fen.setup.fullmove_number, 1);
    const StartPosition start{fen.setup, Position(fen.setup)};
    check_chess960(fen.setup);
    check_position(start);
    return start;
  }

  void report(DiagnosticCode code, TextSpan span, const Sentence& message,
              std::string_view article = {}) {
    if (!reporter_.wants_or_counts(code)) return;
    reporter_.report(code, span,
                     {.message = message.text,
                      .fen = std::string(tag_.value),
                      .board = board_,
                      .squares = message.squares,
                      .own_reference = article});
  }
  TextSpan within(std::size_t offset, std::size_t length) const {
    return {tag_.value_offset + static_cast<std::uint32_t>(offset),
            static_cast<std::uint32_t>(length)};
  }
  TextSpan whole() const { return within(0, tag_.value.size()); }

  // Returns the span of the field; the whole value if it has fewer fields.
  TextSpan span_of(FenField field) const {
    if (field == FenField::Rest) return whole();
    std::size_t begin = tag_.value.find_first_not_of(' ');
    for (auto i = static_cast<std::size_t>(field); i > 0 && begin != std::string_view::npos; --i) {
      begin = tag_.value.find_first_not_of(
          ' ', std::min(tag_.value.find(' ', begin), tag_.value.size()));
    }
    if (begin == std::string_view::npos) return whole();
    return within(begin, std::min(tag_.value.find(' ', begin), tag_.value.size()) - begin);
  }

  // Reports the faults. Returns false if no move can be played.
  bool report_faults(const Setup& setup) {
    const bool is_free = is_set_up_freely(reporter_.game());
    for (const SetupFault fault : faults_of(setup)) {
      if (is_free && is_of_piece_counts(fault)) continue;
      const FaultPlace& place = *std::ranges::find(kFaults, fault, &FaultPlace::fault);
      has_passed_fault_ |= place.code == DiagnosticCode::EpSquareBad;
      report(place.code, span_of(place.field), std::string(to_string(fault)));
    }
    return is_playable(setup);
  }

  void check_chess960(const Setup& setup) {
    const PgnTag* variant = reporter_.game().tag(KnownTag::Variant);
    const auto reading = variant == nullptr ? std::nullopt : read_variant(variant->value);
    const bool is_chess960 = reading && reading->rules == VariantRules::Chess960;
    if (!is_chess960 && variant == nullptr && needs_chess960(setup)) {
      report(DiagnosticCode::VariantNeeded, whole(),
             "this position needs the castling rules of Chess960, but there is no Variant tag");
    }
    if (is_chess960 && is_untouched(setup) && !is_chess960_start(setup)) {
      report(DiagnosticCode::Chess960Array, span_of(FenField::Board),
             "this is not one of the 960 initial positions");
    }
  }

  void check_position(const StartPosition& start) {
    const Position& position = start.position;
    if (start.setup == initial_setup()) {
      report(DiagnosticCode::FenIsStartpos, whole(), "this is the standard initial position");
    }
    if (start.setup.board == initial_setup().board && position.turn() == Color::Black) {
      report(DiagnosticCode::BlackBegan, span_of(FenField::Turn),
             "Black is to move in the standard initial position, where White begins (Laws 1.2)");
    }
    if (start.setup.en_passant && !position.en_passant() && !has_passed_fault_) {
      report(DiagnosticCode::EpPseudoOnly, span_of(FenField::EnPassant),
             sentence("no pawn can legally capture on {}", *start.setup.en_passant));
    }
    if (const auto over = end_on_board(position)) {
      report(DiagnosticCode::TerminalAtStart, whole(),
             fmt::format("the game is over in its initial position: {}", to_string(*over)),
             article_of(*over));
    }
  }

  GameReporter& reporter_;
  const PgnTag& tag_;
  WrongPlayer treatment_;
  std::optional<Board> board_ = {};  // board of the FEN, once parsed
  bool has_passed_fault_ = false;    // the en passant square has a reported fault
};

constexpr std::size_t kStartEvidence = 8;  // minimum number of moves after the first illegal one
// Number of moves after which a game with reversed colours stands (7.3).
constexpr std::size_t kMovesByBoth = 10;

// Returns a sentence about the consequence under 7.3. `plies` is the length of the whole game.
std::string consequence_of_black_start(std::size_t plies) {
  const std::size_t moves = plies / 2;
  const std::string consequence =
      moves < kMovesByBoth
          ? fmt::format(
                "after only {} moves by each player, the game is discontinued, and a new one is "
                "played with the correct colours",
                moves)
          : fmt::format("after {} moves by each player, the game continues", moves);
  return consequence + " (`arbiter adjudicate --event black-began`)";
}

bool is_legal_throughout(std::span<const San> line, const Setup& start) {
  Position position(start);
  for (const San& san : line) {
    const SanResolution resolution = resolve(san, position);
    if (resolution.status != SanStatus::Legal) return false;
    position.play(resolution.move);
  }
  return true;
}

}  // namespace

std::optional<StartPosition> read_start_position(GameReporter& reporter, WrongPlayer treatment) {
  const PgnTag* tag = reporter.game().tag(KnownTag::Fen);
  if (tag == nullptr || tag->value.empty()) return StartPosition();
  if (is_last_position(reporter.game(), tag->value)) {
    reporter.report(DiagnosticCode::FenAfterMoves,
                    {tag->value_offset, static_cast<std::uint32_t>(tag->value.size())},
                    "this is the position after the last move; the game is read from the usual "
                    "initial position");
    return StartPosition();
  }
  return FenChecks(reporter, *tag, treatment).run();
}

StartTags::StartTags(const PgnGame& game) {
  const PgnTag* const fen = game.tag(KnownTag::Fen);
  if (fen == nullptr) return;
  is_last_ = is_last_position(game, fen->value);
  const auto parsed = parse_fen(fen->value);
  const auto* const given = std::get_if<ParsedFen>(&parsed);
  if (is_last_ || given == nullptr) return;
  if (const auto turned = turned_start(game, given->setup)) fen_ = fen_of(*turned);
}

std::optional<PgnTag> StartTags::corrected(PgnTag tag) const {
  if (is_last_ && tag.known == KnownTag::SetUp) return std::nullopt;
  if (tag.known != KnownTag::Fen) return tag;
  if (!fen_.empty()) tag.value = fen_;
  if (!is_last_) return tag;
  tag.name = "FinalFEN";
  tag.known = KnownTag::Other;
  return tag;
}

bool is_last_position(const PgnGame& game, std::string_view fen) {
  const auto number = std::ranges::find(game.tokens, TokenKind::MoveNumber, &Token::kind);
  const bool is_first = number != game.tokens.end() && number->number() == 1 && number->dots < 2;
  if (!is_first) return false;
  const std::variant<ParsedFen, FenError> parsed = parse_fen(fen);
  const ParsedFen* const last = std::get_if<ParsedFen>(&parsed);
  if (last == nullptr || last->setup.board == initial_setup().board) return false;
  const std::optional<Position> position = after_moves(game, Position());
  return position && position->board() == last->setup.board && position->turn() == last->setup.turn;
}

std::optional<AlteredStart> altered_start(std::span<const San> line, std::size_t legal) {
  if (line.size() < legal + kStartEvidence) return std::nullopt;
  for (const AlteredStart& start : altered_starts()) {
    if (is_legal_throughout(line, start.setup)) return start;
  }
  return std::nullopt;
}

SuspectedMistake verdict_on(const AlteredStart& start, std::size_t plies) {
  if (!start.exchanged.empty()) {
    return {DiagnosticCode::WrongInitialPosition,
            fmt::format("the game is legal to its end if it began with {}{}", start.exchanged,
                        start.black_begins ? ", and with a move of Black" : ""),
            "if that is found during the game, it is cancelled and a new one played"};
  }
  return {DiagnosticCode::BlackBegan,
          "the game is legal to its end if Black made the first move, but White begins (Laws 1.2)",
          consequence_of_black_start(plies)};
}

SuspectedMistake verdict_on_numbers(std::size_t plies) {
  return {DiagnosticCode::BlackBegan,
          "the moves begin with 1..., so Black made the first move, but White begins (Laws 1.2)",
          consequence_of_black_start(plies)};
}

bool is_numbered_from_black(const PgnGame& game) {
  const PgnTag* fen = game.tag(KnownTag::Fen);
  if (fen != nullptr && !fen->value.empty()) return false;
  const auto first = std::ranges::find_if(game.tokens, [](const Token& token) {
    return token.kind == TokenKind::MoveNumber || token.kind == TokenKind::Move ||
           token.kind == TokenKind::Word;
  });
  return first != game.tokens.end() && first->kind == TokenKind::MoveNumber &&
         first->number() == 1 && first->dots > 1;
}

StartPosition black_start() {
  Setup setup = initial_setup();
  setup.turn = Color::Black;
  return {setup, Position(setup)};
}

namespace {

constexpr std::size_t kEvidence = 4;     // minimum number of following moves
constexpr std::size_t kCandidates = 12;  // maximum number of spellings to try
constexpr int kTries = 20'000;           // maximum number of moves to resolve for one guess

// How well a move matches, in ascending order. Exact means correct SAN, including check marks.
enum class Fit { No, Legal, Exact };

// Measures how well following moves match a position, within a budget.
struct Follower {
  Fit follow(Position position) {
    Fit fit = Fit::Exact;
    for (const San& san : rest_) {
      if (--budget_ < 0) return Fit::No;
      const SanResolution resolution = resolve(san, position);
      if (resolution.status != SanStatus::Legal) return Fit::No;
      position.play(resolution.move);
      const bool has_check_mark = san.check_mark() != CheckMark::None;
      if (resolution.deviations.any() || has_check_mark != position.is_check()) fit = Fit::Legal;
    }
    return fit;
  }
  bool is_spent() const { return budget_ < 0; }

  std::span<const San> rest_;
  int budget_ = kTries;
};

// Returns the moves among `moves` after which the rest matches best; none if the budget is
// exceeded.
std::vector<Move> best_fits(std::span<const Move> moves, const Position& now,
                            std::span<const San> rest) {
  Follower follower(rest);
  std::vector<Move> best;
  Fit best_fit = Fit::Legal;
  for (const Move move : moves) {
    Position after = now;
    after.play(move);
    const Fit fit = follower.follow(after);
    if (follower.is_spent()) return {};
    if (fit < best_fit) continue;
    if (fit > best_fit) best.clear();
    best_fit = fit;
    best.push_back(move);
  }
  return best;
}

std::optional<Move> only_one(const std::vector<Move>& moves) {
  return moves.size() == 1 ? std::optional(moves.front()) : std::nullopt;
}

bool is_centre(Square square) {
  return square == Square::D4 || square == Square::E4 || square == Square::D5 ||
         square == Square::E5;
}

bool is_king_to_centre(const San& san) {
  return san.kind() == San::Kind::Piece && san.role() == Role::King && !san.is_capture() &&
         is_centre(san.to());
}

// Returns the signal of kings on these squares, White's first.
KingsToCentre sign_of(const std::array<Square, 2>& kings) {
  if (!is_centre(kings[0]) || !is_centre(kings[1])) return {};
  const bool white_is_dark = kDarkSquares.contains(kings[0]);
  const bool black_is_dark = kDarkSquares.contains(kings[1]);
  if (white_is_dark != black_is_dark) return {Outcome::Draw};
  return {white_is_dark ? Outcome::BlackWins : Outcome::WhiteWins};
}

}  // namespace

std::optional<Move> suspected_typo(std::string_view written, const Position& now,
                                   std::span<const San> rest) {
  if (rest.size() < kEvidence) return std::nullopt;
  std::vector<Move> candidates;
  for (const NearMove& near : near_moves(written, now, kCandidates)) {
    candidates.push_back(near.move);
  }
  return only_one(best_fits(candidates, now, rest));
}

std::optional<Move> meaning_by_rest(const San& ambiguous, const Position& now,
                                    std::span<const San> rest) {
  if (rest.size() < kEvidence) return std::nullopt;
  std::vector<Move> candidates;
  for (const Move move : legal_moves(now)) {
    San precise = ambiguous;
    precise.set_from(file_of(move.from()));
    precise.set_from(rank_of(move.from()));
    const SanResolution resolution = resolve(precise, now);
    if (resolution.status == SanStatus::Legal && resolution.move == move &&
        ambiguous.origin_mask().contains(move.from())) {
      candidates.push_back(move);
    }
  }
  return only_one(best_fits(candidates, now, rest));
}

std::optional<MissingPly> missing_ply(const Position& now, std::span<const San> rest) {
  if (rest.size() < kEvidence) return std::nullopt;
  const MoveList moves = legal_moves(now);
  const std::vector<Move> fits = best_fits({moves.begin(), moves.size()}, now, rest);
  if (fits.empty()) return std::nullopt;
  return MissingPly{.player = now.turn(), .move = only_one(fits)};
}

std::optional<KingsToCentre> kings_to_centre(const Position& now, std::span<const San> rest) {
  if (rest.empty() || rest.size() > 2) return std::nullopt;
  std::array<Square, 2> kings = {now.king(Color::White), now.king(Color::Black)};
  Color player = now.turn();
  for (const San& san : rest) {
    if (!is_king_to_centre(san)) return std::nullopt;
    kings[static_cast<std::size_t>(player)] = san.to();
    player = other(player);
  }
  if (kings[0] == kings[1]) return std::nullopt;
  const KingsToCentre shown = sign_of(kings);
  const auto on_board = outcome_on_board(now);
  if (on_board && shown.outcome != on_board) return std::nullopt;
  return shown;
}

}  // namespace arbiter
