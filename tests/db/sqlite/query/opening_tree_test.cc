#include "db/model/opening_tree.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <vector>

#include "db/model/filter_text.h"
#include "lib/notation/fen.h"
#include "tests/db/stores.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

constexpr std::size_t kGames = 600;

const std::vector<RandomGame>& games() {
  static const std::vector<RandomGame> games = random_games(kGames);
  return games;
}

GameFacts facts_of(const SampleGame& sample) {
  return {.result = sample.result,
          .white_elo = sample.white_elo,
          .black_elo = sample.black_elo,
          .year = static_cast<std::uint16_t>(sample.date / 10000)};
}

bool is_deleted(std::size_t number) { return games()[number].sample.eco == 500; }
bool is_among(std::size_t number) {
  return !is_deleted(number) && games()[number].sample.white_elo >= 2500;
}

// Selects the games to count.
using Chooses = bool (*)(std::size_t number);

// Returns the move between two consecutive positions, found by trying all moves.
std::uint16_t move_between(const Position& before, const Position& after) {
  for (const Move move : legal_moves(before)) {
    Position tried = before;
    tried.play(move);
    if (tried == after && tried.fullmove_number() == after.fullmove_number()) return move.bits();
  }
  FAIL("no move leads there");
  return 0;
}

// Returns the sums from a replay of all games.
PositionSums replayed(const Position& sought, Chooses chooses) {
  PositionSums sums;
  for (std::size_t i = 0; i < kGames; ++i) {
    if (!chooses(i)) continue;
    const auto& positions = games()[i].positions;
    for (std::size_t ply = 0; ply < positions.size(); ++ply) {
      if (positions[ply] != sought) continue;
      const bool is_last = ply + 1 == positions.size();
      sums.add(is_last ? std::uint16_t{0} : move_between(positions[ply], positions[ply + 1]),
               facts_of(games()[i].sample));
      break;
    }
  }
  return sums;
}

std::vector<Position> some_positions(std::size_t count) {
  std::mt19937_64 random(20261121);
  std::vector<Position> positions = {Position()};
  while (positions.size() < count) {
    const auto& game = games()[random() % kGames].positions;
    // Half of the positions are early, where many games coincide.
    const std::size_t depth =
        random() % 2 == 0 ? std::min<std::size_t>(game.size(), 6) : game.size();
    positions.push_back(game[random() % depth]);
  }
  return positions;
}

std::unique_ptr<Storage> store() {
  const StoreKind kind = GENERATE(from_range(store_kinds()));
  CAPTURE(to_string(kind));
  auto made = store_of(kind, games());
  REQUIRE(made->erase(*parse_filter("eco = E99"), EraseLimit::HalfOfAll).erased > 50);
  return made;
}

PositionSums sums_at(Storage& storage, const Position& position, const GameFilter& filter = {}) {
  PositionSums sums;
  const PositionQuery root(position, Rights::Exact);
  for (const TreeMove& move : storage.tree({.root = root, .filter = filter}).moves) {
    sums.add(move.sums);
  }
  return sums;
}

}  // namespace

TEST_CASE("the sums of 300 positions are those of a replay of all games", "[tree]") {
  const auto storage = store();
  for (const Position& position : some_positions(300)) {
    CAPTURE(fen_of(position));
    CHECK(sums_at(*storage, position) ==
          replayed(position, [](std::size_t i) { return !is_deleted(i); }));
  }
}

TEST_CASE("the sums over selected games are those of a replay of these games", "[tree]") {
  const auto storage = store();
  for (const Position& position : some_positions(100)) {
    CAPTURE(fen_of(position));
    CHECK(sums_at(*storage, position, *parse_filter("white-elo >= 2500")) ==
          replayed(position, is_among));
  }
}

TEST_CASE("each node of a tree has the sums of its position", "[tree]") {
  const auto storage = store();
  const PositionQuery root(Position(), Rights::Exact);
  const TreeNode tree = storage->tree({.root = root, .depth = 2});
  REQUIRE(tree.moves.size() > 2);
  std::uint64_t before = UINT64_MAX;
  for (const TreeMove& move : tree.moves) {
    if (!move.move) continue;
    CHECK(move.sums.all_games() <= before);
    before = move.sums.all_games();
    Position after;
    after.play(*move.move);
    const std::uint64_t games_there = sums_at(*storage, after).all_games();
    CHECK(move.next.all.all_games() == games_there);
    CHECK(games_there >= move.sums.all_games());
  }
}

namespace {

PositionSums sums_of(const TreeNode& node) {
  PositionSums sums;
  for (const TreeMove& move : node.moves) sums.add(move.sums);
  return sums;
}

// Compares each node with a tree of its position alone. Returns the number of nodes.
std::size_t check_nodes(Storage& storage, const TreeNode& node, const PositionQuery& at,
                        const GameFilter& filter) {
  REQUIRE(sums_of(node) == sums_of(storage.tree({.root = at, .filter = filter})));
  std::size_t nodes = 1;
  for (const TreeMove& move : node.moves) {
    if (!move.move || move.next.moves.empty()) continue;
    Position position = at.position();
    position.play(*move.move);
    nodes += check_nodes(storage, move.next, PositionQuery(position, at.rights()), filter);
  }
  return nodes;
}

}  // namespace

TEST_CASE("a deep tree of few games has the sums of its positions", "[tree]") {
  const auto storage = store();
  for (const Rights rights : {Rights::Exact, Rights::Ignored}) {
    const GameFilter filter = *parse_filter("id = 3..11 or white = Carl and white-elo = 2800");
    const PositionQuery root(Position(), rights);
    const TreeNode tree = storage->tree({.root = root, .depth = 12, .filter = filter});
    CHECK(check_nodes(*storage, tree, root, filter) > 20);
  }
}

TEST_CASE("score, mean rating and performance are computed as by hand", "[tree]") {
  MoveSums sums;
  sums.add(GameFacts{.result = Outcome::WhiteWins, .white_elo = 2400, .black_elo = 2300});
  sums.add(GameFacts{.result = Outcome::Draw, .white_elo = 2500, .black_elo = 2500});
  sums.add(GameFacts{.result = Outcome::Unknown});
  CHECK(*score_of(sums, Color::White) == Approx(0.75));
  CHECK(*score_of(sums, Color::Black) == Approx(0.25));
  CHECK(*mean_elo(sums, Color::White) == Approx(2450));
  // 400 * log10(3) = 190.8 above opponents of 2400.
  CHECK(*performance_of(sums, Color::White) == Approx(2590.8).margin(0.1));

  MoveSums wins;
  wins.add(GameFacts{.result = Outcome::WhiteWins, .white_elo = 2000, .black_elo = 2100});
  CHECK(*performance_of(wins, Color::White) == Approx(2900));
  CHECK(*performance_of(wins, Color::Black) == Approx(1200));
  CHECK_FALSE(score_of(MoveSums(), Color::White).has_value());
  CHECK_FALSE(performance_of(MoveSums(), Color::White).has_value());
}

}  // namespace arbiter::testing
