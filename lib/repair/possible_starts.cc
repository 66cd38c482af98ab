#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <variant>

#include "lib/chess/setup.h"
#include "lib/laws/first_position.h"
#include "lib/movetext/game_letters.h"
#include "lib/notation/fen.h"
#include "lib/repair/guesses.h"
#include "lib/tags/variant.h"

namespace arbiter {

namespace {

// Costs in natural logarithms.
constexpr double kUsualStart = 3;
constexpr double kOtherTurn = 2;
constexpr double kCastlingLeftOut = 4;
constexpr double kChess960 = 7.5;  // one of 960

// Grants all castling rights as in Chess960, with a rook on each side of the king.
void grant_all(Setup& setup) {
  for (const Color color : {Color::White, Color::Black}) {
    const Bitboard rank(relative_rank(color, Rank::One));
    const Bitboard rooks = setup.board.of(color, Role::Rook) & rank;
    const Bitboard king = setup.board.of(color, Role::King) & rank;
    if (king.is_empty()) continue;
    for (const Square rook : rooks) {
      const bool is_right = rook > king.first();
      setup.castling.grant(color, is_right ? CastlingSide::King : CastlingSide::Queen, rook);
    }
  }
}

// Grants the usual castling rights: only of king and rooks on their first squares.
void grant_usual(Setup& setup) {
  for (const Color color : {Color::White, Color::Black}) {
    const Rank rank = relative_rank(color, Rank::One);
    if (!setup.board.has(square_of(File::E, rank), Piece(color, Role::King))) continue;
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      const Square rook = square_of(side == CastlingSide::King ? File::H : File::A, rank);
      if (setup.board.has(rook, Piece(color, Role::Rook))) setup.castling.grant(color, side, rook);
    }
  }
}

Setup chess960_setup(const std::array<Role, 8>& pieces) {
  Setup setup = initial_setup();
  setup.castling = {};
  for (int file = 0; file < 8; ++file) {
    for (const Color color : {Color::White, Color::Black}) {
      setup.board.put(square_of(static_cast<File>(file), relative_rank(color, Rank::One)),
                      Piece(color, pieces[static_cast<std::size_t>(file)]));
    }
  }
  grant_all(setup);
  return setup;
}

std::vector<Setup> all_chess960() {
  std::array<Role, 8> pieces = {Role::Knight, Role::Knight, Role::Bishop, Role::Bishop,
                                Role::Rook,   Role::Rook,   Role::Queen,  Role::King};
  std::vector<Setup> setups;
  do {
    Setup setup = chess960_setup(pieces);
    const bool is_usual = setup.board == initial_setup().board;
    if (is_chess960_start(setup) && !is_usual) setups.push_back(setup);
  } while (std::next_permutation(pieces.begin(), pieces.end()));
  return setups;
}

bool is_chess960(const PgnGame& game) {
  const PgnTag* variant = game.tag(KnownTag::Variant);
  const auto reading = variant == nullptr ? std::nullopt : read_variant(variant->value);
  return reading && reading->rules == VariantRules::Chess960;
}

void add(const Setup& setup, double cost, std::string reason, std::vector<PossibleStart>& starts) {
  if (is_playable(setup)) starts.push_back({setup, Position(setup), cost, std::move(reason)});
}

PossibleStarts starts_from_fen(const Setup& given) {
  std::vector<PossibleStart> starts;
  Setup granted = given;
  grant_usual(granted);
  if (granted != given) {
    add(granted, kCastlingLeftOut, "castling rights that the FEN omits", starts);
  }
  Setup turned = given;
  turned.turn = other(given.turn);
  turned.en_passant.reset();
  add(turned, kOtherTurn, "the other player is to move in the initial position", starts);
  // A correction of the FEN may already be the standard initial position.
  const bool has_usual = std::ranges::count(starts, initial_setup(), &PossibleStart::setup) > 0;
  if (!has_usual) {
    add(initial_setup(), kUsualStart, "the standard initial position instead of the FEN", starts);
  }
  return std::make_shared<std::vector<PossibleStart>>(std::move(starts));
}

PossibleStarts starts_of_chess960() {
  std::vector<PossibleStart> starts;
  for (const Setup& setup : all_chess960()) {
    add(setup, kChess960, "an initial position of Chess960 that no FEN tag gives", starts);
  }
  return std::make_shared<std::vector<PossibleStart>>(std::move(starts));
}

constexpr std::size_t kEvidence =
    8;  // moves that distinguish a game from the standard initial position

std::optional<Setup> setup_of(const PgnGame& game) {
  const PgnTag* tag = game.tag(KnownTag::Fen);
  if (tag == nullptr) return std::nullopt;
  auto parsed = parse_fen(tag->value);
  ParsedFen* fen = std::get_if<ParsedFen>(&parsed);
  if (fen == nullptr || is_playable(fen->setup)) return std::nullopt;
  return fen->setup;
}

// Returns the repair if the whole line is legal from there; its evidence is still a logarithm. A
// few moves are legal from many positions.
std::optional<Repair> repair_from(const PossibleStart& start, const WrittenLine& line) {
  if (start.setup == initial_setup() && line.moves.size() < kEvidence) return std::nullopt;
  const Position& first = start.position;
  const Replay replay = LineReplay(line, first).follow({.end = {.position = first}});
  if (replay.end.next < line.moves.size()) return std::nullopt;
  Repair repair{.kind = RepairKind::Start, .mistake = Mistake::OtherStart};
  repair.start = start.setup;
  repair.before = first;
  repair.run = line.moves.size();
  repair.reaches_end = true;
  repair.checks = replay.checks;
  repair.captures = replay.captures;
  repair.evidence = -start.cost - replay.slips;
  repair.reason = start.reason;
  return repair;
}

// Sorts the likeliest first, and converts logarithms to shares. Logarithms of long games with many
// slips would underflow otherwise.
void share_out(std::vector<Repair>& repairs) {
  std::ranges::stable_sort(repairs, std::ranges::greater(), &Repair::evidence);
  const double greatest = repairs.front().evidence;
  double sum = 0;
  for (Repair& repair : repairs) {
    repair.evidence = std::exp(repair.evidence - greatest);
    sum += repair.evidence;
  }
  for (Repair& repair : repairs) repair.evidence /= sum;
}

}  // namespace

PieceLetters letters_of(const PgnGame& game, const Position* first, const RepairOptions& options) {
  if (options.piece_letters) return *options.piece_letters;
  return first == nullptr ? PieceLetters() : determine_letters(game, *first).letters;
}

PossibleStarts possible_starts(const PgnGame& game, const Setup& given) {
  const PgnTag* fen = game.tag(KnownTag::Fen);
  if (fen != nullptr && !fen->value.empty()) return starts_from_fen(given);
  static const PossibleStarts none = std::make_shared<std::vector<PossibleStart>>();
  static const PossibleStarts of_chess960 = starts_of_chess960();
  return is_chess960(game) ? of_chess960 : none;
}

std::optional<BrokenGame> repairs_of_start(const PgnGame& game, const RepairOptions& options) {
  const std::optional<Setup> given = setup_of(game);
  if (!given) return std::nullopt;
  const PossibleStarts starts = possible_starts(game, *given);
  BrokenGame found{
      .line = written_line(
          game, letters_of(game, starts->empty() ? nullptr : &starts->front().position, options),
          std::nullopt),
      .start = {},
      .first = {},
      .last = {}};
  if (found.line.moves.empty()) return std::nullopt;
  for (const PossibleStart& start : *starts) {
    if (auto repair = repair_from(start, found.line)) found.repairs.push_back(std::move(*repair));
  }
  if (found.repairs.empty()) return std::nullopt;
  share_out(found.repairs);
  if (found.repairs.size() > options.candidates) found.repairs.resize(options.candidates);
  found.start = found.repairs.front().start;
  found.first = found.last = found.repairs.front().before;
  const SetupFault fault = faults_of(*given).front();
  found.fault = fmt::format("no game can begin from the FEN: {}", to_string(fault));
  found.article = fmt::format("Laws {}", article_of(fault));
  return found;
}

}  // namespace arbiter
