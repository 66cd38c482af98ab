#include "lib/repair/possible_starts.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "lib/chess/setup.h"
#include "lib/laws/altered_starts.h"
#include "lib/laws/chess960.h"
#include "lib/tags/variant.h"

namespace arbiter {
namespace {

// Costs in natural logarithms.
constexpr double kUsualStart = 6;
constexpr double kOtherTurn = 5;
constexpr double kCastlingLeftOut = 4;
constexpr double kBlackBegins = 3;
constexpr double kExchanged = 9;
constexpr double kChess960 = 15;       // one of 960, in a game that does not say so
constexpr double kSaidChess960 = 7.5;  // in one that does

// As in Chess960, where a rook stands on each side of the king.
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

// In the usual game only king and rooks on their first squares castle.
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

bool says_chess960(const PgnGame& game) {
  const PgnTag* variant = game.tag(KnownTag::Variant);
  const auto reading = variant == nullptr ? std::nullopt : read_variant(variant->value);
  if (reading && reading->rules == VariantRules::Chess960) return true;
  const PgnTag* event = game.tag(KnownTag::Event);
  return event != nullptr && event->value.find("960") != std::string_view::npos;
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
  // A FEN that is nearly that of the standard initial position is it already.
  const bool has_usual = std::ranges::count(starts, initial_setup(), &PossibleStart::setup) > 0;
  if (!has_usual) {
    add(initial_setup(), kUsualStart, "the standard initial position instead of the FEN", starts);
  }
  return std::make_shared<std::vector<PossibleStart>>(std::move(starts));
}

// `cost_of_chess960`: of each of its initial positions.
PossibleStarts starts_without_fen(double cost_of_chess960) {
  std::vector<PossibleStart> starts;
  for (const AlteredStart& altered : altered_starts()) {
    std::string reason = altered.black_begins ? "Black made the first move" : "";
    if (!altered.exchanged.empty()) {
      reason += (reason.empty() ? "" : ", and ") + altered.exchanged;
    }
    const double cost =
        (altered.black_begins ? kBlackBegins : 0) + (altered.exchanged.empty() ? 0 : kExchanged);
    add(altered.setup, cost, std::move(reason), starts);
  }
  for (const Setup& setup : all_chess960()) {
    add(setup, cost_of_chess960, "an initial position of Chess960 that no FEN tag gives", starts);
  }
  return std::make_shared<std::vector<PossibleStart>>(std::move(starts));
}

}  // namespace

PossibleStarts possible_starts(const PgnGame& game, const Setup& given) {
  const PgnTag* fen = game.tag(KnownTag::Fen);
  if (fen != nullptr && !fen->value.empty()) return starts_from_fen(given);
  static const PossibleStarts usual = starts_without_fen(kChess960);
  static const PossibleStarts of_chess960 = starts_without_fen(kSaidChess960);
  return says_chess960(game) ? of_chess960 : usual;
}

}  // namespace arbiter
