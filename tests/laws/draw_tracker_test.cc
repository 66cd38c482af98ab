#include "lib/laws/draw_tracker.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::play_out;
using testing::TestGame;

DrawTracker tracked(const TestGame& game) {
  DrawTracker tracker;
  tracker.start(game.positions[0]);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    tracker.observe(game.positions[i + 1], game.moves[i]);
  }
  return tracker;
}

// A slow implementation of the tracker, which compares complete positions.
class SlowTracker {
 public:
  explicit SlowTracker(const Position& first) : positions_{first} {}
  void observe(const Position& after) { positions_.push_back(after); }

  std::vector<std::uint32_t> plies_of(const Position& wanted) const {
    std::vector<std::uint32_t> plies;
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      if (positions_[i] == wanted) plies.push_back(static_cast<std::uint32_t>(i));
    }
    return plies;
  }

  std::vector<std::uint16_t> moves_to_threefold() const {
    std::vector<std::uint16_t> moves;
    for (const Move move : legal_moves(positions_.back())) {
      Position after = positions_.back();
      after.play(move);
      if (plies_of(after).size() >= 2) moves.push_back(move.bits());
    }
    std::sort(moves.begin(), moves.end());
    return moves;
  }

 private:
  std::vector<Position> positions_;
};

std::vector<std::uint16_t> sorted_bits(const MoveList& moves) {
  std::vector<std::uint16_t> bits;
  for (const Move move : moves) bits.push_back(move.bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

struct Repetition {
  std::string name;
  std::string fen;
  std::string moves;
  std::vector<std::uint32_t> occurrences;
};

TEST_CASE("positions are the same as defined in Article 9.2.3", "[draw_tracker]") {
  const auto game = GENERATE(values<Repetition>({
      {"the start counts", "startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", {0, 4, 8}},
      {"a pinned pawn's en passant is no right",
       "startpos",
       "e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8",
       {8, 12, 16}},
      {"a legal en passant capture makes a difference",
       "4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1",
       "c5 Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8",
       {5, 9}},
      {"the same with the pawn that e4 passes",
       "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
       "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1 Kd8",
       {2, 6, 10}},
      {"castling rights of the start are gone later",
       "startpos",
       "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8",
       {6, 10}},
      {"the right of one side only", "startpos", "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2", {7}},
      {"a rook that moved costs the right on its side",
       "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
       "Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8",
       {4, 8}},
      {"both rooks moved",
       "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
       "Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8 Rb1 Rb8",
       {2, 6, 10}},
      {"in check, en passant does not help",
       "8/8/8/8/4p3/8/R2P3k/K7 w - - 0 37",
       "d4+ Kh3 Ra3+ Kh2 Ra2+ Kh1 Ra3 Kh2 Ra2+",
       {1, 5, 9}},
      {"both pawns leave the rank of king and rook",
       "8/2p5/8/KP5r/8/8/6k1/8 b - - 0 1",
       "c5 Ka4 Kf2 Ka5 Kg2 Ka4 Kf2 Ka5 Kg2",
       {1, 5, 9}},
      {"from play: the capture on h6 would expose the king",
       "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1",
       "h5 Rh6 Rh7 Re6 Rg7 Rh6 Rh7 Re6 Rg7",
       {1, 5, 9}},
      {"a right that cannot be used is a right",
       "startpos",
       "e4 c6 Nf3 Qa5 Bb5 Qxb5 Nc3 Qa6 Nb1 Qb5 Rg1 Qa6 Rh1 Qb5",
       {14}},
      {"an en passant square that was never one",
       "5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4",
       "Qc7 Qb1 Qd7 Qa1 Qc7 Qb1 Qd7 Qa1",
       {0, 4, 8}},
      {"not consecutive, and two knights may change places",
       "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
       "Nc3 Kd8 Ne4 Ke8 Nf3 Kd8 Nfd2 Ke8 Nb1 Kd8 Ng3 Ke8 Nf1 Kd8 Nh2 Ke8 Nf3 Kd8 Ng1 Ke8",
       {0, 20}},
  }));
  CAPTURE(game.name);
  const DrawTracker tracker = tracked(play_out(game.fen, game.moves));
  CHECK(tracker.occurrence_plies() == game.occurrences);
  CHECK(tracker.occurrences() == game.occurrences.size());
}

TEST_CASE("a repetition can be claimed with the move that completes it", "[draw_tracker]") {
  struct Claim {
    std::string fen;
    std::string moves;
    std::vector<Move> expected;
  };
  const auto claim = GENERATE(values<Claim>({
      {"startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", {Move::normal(Square::F6, Square::G8)}},
      {"startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6", {}},
      {"startpos",
       "e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1",
       {Move::normal(Square::C6, Square::B8)}},
      {"4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1",
       "c5 Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8",
       {Move::normal(Square::E1, Square::D1)}},
      {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
       "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1",
       {Move::normal(Square::E8, Square::D8)}},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
       "Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8 Rb1",
       {Move::normal(Square::A8, Square::B8)}},
  }));
  CAPTURE(claim.fen, claim.moves);
  const TestGame game = play_out(claim.fen, claim.moves);
  const MoveList found = tracked(game).moves_to_threefold(game.last());
  CHECK(std::vector<Move>(found.begin(), found.end()) == claim.expected);
}

TEST_CASE("fifty moves can be claimed with any move that completes them", "[draw_tracker]") {
  struct Count {
    std::string fen;
    std::size_t moves;
  };
  const auto count = GENERATE(values<Count>({
      {"k7/8/1K6/8/8/8/8/7R w - - 98 80", 0},
      {"7k/8/6Q1/8/8/8/8/K7 w - - 99 120", 26},  // queen 23, king 3
      {"k7/8/8/8/8/8/8/1R5K w - - 99 80", 16},   // rook 13, king 3
      {"7k/5Q2/8/5K2/8/8/8/8 b - - 99 80", 0},   // stalemate: no moves
      {"8/8/8/8/8/5k2/8/4R2K b - - 99 80", 4},   // Kf2, Kf4, Kg3, Kg4
      {"8/8/8/8/8/2k5/p7/K7 w - - 99 80", 0},    // only Kxa2, a capture
      {"4k3/8/8/8/8/8/8/4K2R w K - 99 1", 15},   // king 5, castling, rook 9
      {"7k/4P3/8/8/8/8/8/K7 w - - 99 80", 3},    // pawn moves do not count
  }));
  CAPTURE(count.fen);
  const Position position(testing::setup_of_fen(count.fen));
  DrawTracker tracker;
  tracker.start(position);
  CHECK(tracker.moves_to_fifty(position).size() == count.moves);
}

TEST_CASE("a move that mates or stalemates can complete fifty moves", "[draw_tracker]") {
  // White's only move stalemates.
  const Position position(testing::setup_of_fen("k7/2K5/8/8/8/8/8/8 w - - 99 80"));
  DrawTracker tracker;
  tracker.start(position);
  CHECK(tracker.moves_to_fifty(position).size() == legal_moves(position).size());
}

TEST_CASE("castling does not reset the move count", "[draw_tracker]") {
  const TestGame game = play_out("4k3/8/8/8/8/8/8/4K2R w K - 99 1", "O-O");
  CHECK(tracked(game).halfmove_clock() == 100);
}

TEST_CASE("the fivefold repetition of 2014 to 2017 needs consecutive moves", "[draw_tracker]") {
  const std::string there_and_back = "Nf3 Nf6 Ng1 Ng8 ";
  const std::string four_times = there_and_back + there_and_back + there_and_back;
  const TestGame consecutive = play_out("startpos", four_times + there_and_back);
  CHECK(tracked(consecutive).occurrences() == 5);
  CHECK(tracked(consecutive).is_consecutive_fivefold());

  const TestGame other = play_out("startpos", four_times + "Nf3 Nf6 Nd4 Nd5 Nf3 Nf6 Ng1 Ng8");
  CHECK(tracked(other).occurrences() == 5);
  CHECK_FALSE(tracked(other).is_consecutive_fivefold());

  const TestGame four = play_out("startpos", four_times);
  CHECK(tracked(four).occurrences() == 4);
  CHECK_FALSE(tracked(four).is_consecutive_fivefold());
}

TEST_CASE("castling rights that cannot be used give a repetition two readings", "[draw_tracker]") {
  const TestGame game =
      play_out("startpos", "e4 c6 Nf3 Qa5 Bb5 Qxb5 Nc3 Qa6 Nb1 Qb5 Rg1 Qa6 Rh1 Qb5");
  const DrawTracker tracker = tracked(game);
  CHECK(tracker.occurrences() == 1);
  CHECK(tracker.occurrences_but_for_idle_rights(game.last()) == 3);

  // Here White could have castled, so all readings agree.
  const TestGame usable =
      play_out("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8");
  CHECK(tracked(usable).occurrences_but_for_idle_rights(usable.last()) == 2);
}

TEST_CASE("castling and walking back does not give the same position", "[draw_tracker]") {
  const TestGame game =
      play_out("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O Kd8 Kf2 Ke8 Rh1 Kd8 Ke1 Ke8 Ke2 Kd8 Ke1 Ke8");
  CHECK(tracked(game).occurrence_plies() == std::vector<std::uint32_t>{8, 12});
  CHECK(tracked(game).occurrences_but_for_idle_rights(game.last()) == 2);
}

// Returns a random legal move, but every other time one back to the square that the player's last
// move left.
Move shuffling_move(const Position& position, const std::vector<Move>& played,
                    std::mt19937& random) {
  if (played.size() >= 2 && random() % 2 == 0) {
    const Move last = played[played.size() - 2];
    const Move back = Move::normal(last.to(), last.from());
    if (is_legal(position, back)) return back;
  }
  const MoveList moves = legal_moves(position);
  return moves[random() % moves.size()];
}

TEST_CASE("the tracker agrees with a judge that compares whole positions", "[draw_tracker]") {
  const auto fen =
      GENERATE(as<std::string>{}, "8/8/8/8/8/2k5/8/K7 w - - 0 1", "7k/8/8/8/8/8/8/K6B w - - 0 1",
               "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "k7/p7/8/8/8/8/P7/K7 w - - 0 1",
               "kn6/8/8/8/8/8/8/NK6 b - - 3 9", "4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1",
               "1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1");
  // With few key bits, all positions collide.
  const int key_bits = GENERATE(64, 33, 1, 0);
  CAPTURE(fen, key_bits);
  std::mt19937 random(static_cast<unsigned>(fen.size() * 7 + 5));
  DrawTracker tracker(key_bits);
  std::size_t repetitions = 0;
  std::size_t claims = 0;
  for (int game = 0; game < 12; ++game) {
    Position position(testing::setup_of_fen(fen));
    SlowTracker slow(position);
    tracker.start(position);
    std::vector<Move> played;
    for (int ply = 1; ply <= 160 && has_legal_move(position); ++ply) {
      const Move move = shuffling_move(position, played, random);
      played.push_back(move);
      position.play(move);
      slow.observe(position);
      const bool may_be_draw = tracker.observe(position, move);
      const auto plies = slow.plies_of(position);
      const auto to_threefold = slow.moves_to_threefold();
      CAPTURE(game, ply);
      REQUIRE(tracker.occurrence_plies() == plies);
      REQUIRE(tracker.occurrences() == plies.size());
      REQUIRE(sorted_bits(tracker.moves_to_threefold(position)) == to_threefold);
      const bool is_answer = plies.size() >= 3 || !to_threefold.empty() ||
                             position.halfmove_clock() >= 99 ||
                             tracker.occurrences_but_for_idle_rights(position) >= 3;
      if (is_answer) REQUIRE(may_be_draw);
      repetitions += plies.size() >= 3 ? 1 : 0;
      claims += to_threefold.empty() ? 0 : 1;
    }
  }
  CHECK(repetitions > 0);
  CHECK(claims > 0);
}

TEST_CASE("games of many thousand plies are tracked to their end", "[draw_tracker]") {
  const std::vector<Move> there_and_back = {
      Move::normal(Square::G1, Square::F3), Move::normal(Square::G8, Square::F6),
      Move::normal(Square::F3, Square::G1), Move::normal(Square::F6, Square::G8)};
  Position position;
  DrawTracker tracker;
  tracker.start(position);
  for (std::size_t ply = 0; ply < 20'000; ++ply) {
    position.play(there_and_back[ply % 4]);
    tracker.observe(position, there_and_back[ply % 4]);
  }
  CHECK(tracker.occurrences() == 5'001);
  CHECK(tracker.halfmove_clock() == 20'000);
  CHECK(tracker.occurrence_plies().size() == 5'001);
}

}  // namespace
}  // namespace arbiter::testing
