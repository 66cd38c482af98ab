#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tests/notation/random_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

constexpr Role kRoles[] = {Role::Pawn, Role::Knight, Role::Bishop,
                           Role::Rook, Role::Queen,  Role::King};

// Returns no value, and each of the values.
template <class Value>
std::vector<std::optional<Value>> each_or_none() {
  std::vector<std::optional<Value>> values = {std::nullopt};
  for (int i = 0; i < 8; ++i) values.push_back(static_cast<Value>(i));
  return values;
}

// Returns whether the text may denote the legal move. Only pawn captures are written with an "x" or
// the file of origin.
bool may_mean(const San& san, Move move, const Position& position) {
  if (move.kind() == MoveKind::Castling || move.to() != san.to()) return false;
  if (position.board().at(move.from())->role() != san.role()) return false;
  if (!san.origin_mask().contains(move.from())) return false;
  if (san.role() != Role::Pawn) return !san.promotion();
  const bool is_written_as_capture =
      san.is_capture() || (san.from_file() && *san.from_file() != file_of(san.to()));
  if (is_written_as_capture != (file_of(move.from()) != file_of(move.to()))) return false;
  if (!san.promotion()) return true;
  return move.kind() == MoveKind::Promotion && move.promotion_role() == *san.promotion();
}

// Like resolve(), but compares with every legal move.
SanResolution resolve_slowly(const San& san, const std::vector<Move>& legal,
                             const Position& position) {
  std::optional<Move> found;
  for (const Move move : legal) {
    if (!may_mean(san, move, position)) continue;
    if (found && found->from() != move.from()) return {.status = SanStatus::Ambiguous};
    found = move;
  }
  if (!found) return {.status = SanStatus::Illegal};
  if (found->kind() == MoveKind::Promotion && !san.promotion()) {
    return {.status = SanStatus::PromotionMissing};
  }
  return {.status = SanStatus::Legal, .move = *found};
}

bool agree(const San& san, const std::vector<Move>& legal, const Position& position) {
  const SanResolution quick = resolve(san, position);
  const SanResolution slow = resolve_slowly(san, legal, position);
  if (quick.status != slow.status) return false;
  return quick.status != SanStatus::Legal || quick.move == slow.move;
}

// Returns the number of strings for the role and the square that are resolved incorrectly.
std::size_t disagreements(Role role, Square to, const Position& position) {
  std::vector<Move> legal;
  for (const Move move : legal_moves(position)) {
    if (move.to() == to) legal.push_back(move);
  }
  std::vector<std::optional<Role>> promotions = {std::nullopt};
  if (role == Role::Pawn) {
    promotions.insert(promotions.end(), {Role::Knight, Role::Bishop, Role::Rook, Role::Queen});
  }
  std::size_t count = 0;
  for (const auto file : each_or_none<File>()) {
    for (const auto rank : each_or_none<Rank>()) {
      for (const auto promotion : promotions) {
        San san = San::piece(role, to);
        if (file) san.set_from(*file);
        if (rank) san.set_from(*rank);
        if (promotion) san.set_promotion(*promotion);
        if (!agree(san, legal, position)) ++count;
        san.set_capture();
        if (!agree(san, legal, position)) ++count;
      }
    }
  }
  return count;
}

TEST_CASE("every SAN move has the meaning found by comparing with all legal moves", "[san]") {
  int positions = 0;
  testing::for_positions_of_random_games(1, [&](const auto&, const Position& position) {
    if (++positions % 9 != 0) return;
    for (int square = 0; square < 64; ++square) {
      for (const Role role : kRoles) {
        const auto to = static_cast<Square>(square);
        if (disagreements(role, to, position) == 0) continue;
        CAPTURE(fen_of(position), square, static_cast<int>(role));
        FAIL("a text is not read as it should be");
      }
    }
  });
  CHECK(positions > 300);
}

TEST_CASE("more of the origin than necessary is reported", "[san]") {
  struct Row {
    std::string fen, san;
    bool is_too_much;
  };
  const std::string one_file = "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1";
  const std::string one_rank = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
  const std::string three = "2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";
  const Row rows[] = {
      {one_file, "Ra1a3", true},  // the rank suffices
      {one_rank, "Ra1d1", true},  // the file suffices
      // Neither suffices.
      {one_file, "R1a3", false},
      {one_rank, "Rad1", false},
      {three, "Qh4e1", false},
      {three, "Qe4e1", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.fen, row.san);
    const SanResolution found = resolve(*parse_san(row.san), *parse_position(row.fen));
    REQUIRE(found.status == SanStatus::Legal);
    CHECK(found.deviations.has(SanDeviation::OverDisambiguated) == row.is_too_much);
  }
}

// Checks that a move found by find_plain() is the one that resolve() finds. Returns whether it was
// found.
bool check_plain(San san, const Position& before) {
  const SanResolution slow = resolve(san, before);
  const Bitboard origin = before.turn() == Color::White ? find_plain<Color::White>(san, before)
                                                        : find_plain<Color::Black>(san, before);
  if (origin.is_empty()) return false;
  REQUIRE(slow.status == SanStatus::Legal);
  REQUIRE(slow.move == Move::normal(origin.first(), san.to()));
  Position after = before;
  after.play_normal(Piece(before.turn(), san.role()), origin.first(), san.to());
  REQUIRE_FALSE((slow.deviations.any() || slow.has_pinned_twin));
  Setup setup = before.setup();  // the slow way to compute the position after the move
  setup.en_passant.reset();
  const bool is_pawn = san.role() == Role::Pawn;
  if (is_pawn && (index_of(slow.move.from()) ^ index_of(slow.move.to())) == 16)
    setup.en_passant = backward(before.turn(), slow.move.to());
  setup.halfmove_clock = is_pawn || san.is_capture() ? 0 : setup.halfmove_clock + 1;
  setup.fullmove_number += before.turn() == Color::Black ? 1 : 0;
  setup.board.put(slow.move.to(), *setup.board.at(slow.move.from()));
  setup.board.clear(slow.move.from());
  if (san.role() == Role::King) setup.castling.revoke(before.turn());
  setup.turn = other(before.turn());
  const Position computed(setup);
  REQUIRE(after == computed);
  REQUIRE(after.key() == computed.key());
  REQUIRE(after.checkers() == computed.checkers());
  REQUIRE(after.halfmove_clock() == computed.halfmove_clock());
  REQUIRE(after.fullmove_number() == computed.fullmove_number());
  return true;
}

TEST_CASE("a plain move is played as it resolves, to the position of its setup", "[san]") {
  int legal = 0;
  int played = 0;
  testing::for_positions_of_random_games(1, [&](const auto&, const Position& position) {
    CAPTURE(fen_of(position));
    for (int move = 0; move < 64 * 6 * 9; ++move) {
      San san = San::piece(kRoles[move / 64 % 6], static_cast<Square>(move % 64));
      const int kind = move / (64 * 6);  // a quiet move, or a capture by a pawn from each file
      if (kind > 0) san.set_capture();
      if (kind > 0 && san.role() == Role::Pawn) san.set_from(static_cast<File>(kind - 1));
      if (kind > 1 && san.role() != Role::Pawn) continue;
      REQUIRE(san.is_plain());
      const SanResolution slow = resolve(san, position);
      const bool is_legal = slow.status == SanStatus::Legal && !slow.deviations.any() &&
                            !slow.has_pinned_twin && slow.move.kind() == MoveKind::Normal;
      legal += is_legal ? 1 : 0;
      played += check_plain(san, position) ? 1 : 0;
    }
  });
  CHECK(legal > 20'000);
  CHECK(played == legal);
}

}  // namespace
}  // namespace arbiter::testing
