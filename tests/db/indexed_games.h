// Random games in a position index, and a plain map with the expected results.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/position_index.h"
#include "lib/chess/position.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns a position as text, without move counters, so that no key is trusted.
std::string name_of(const Position& position);

// Records that ids up to this one were used, even by games without rows.
void note_last_game(const Connection& connection, std::int64_t last);

class IndexedGames {
 public:
  struct Known {
    PositionKey key{};
    std::vector<Hit> hits;  // in ascending order of the games, including deleted ones
  };

  explicit IndexedGames(std::uint64_t seed, unsigned jobs = 1);

  // Adds games as one batch. They share their first moves, repeat positions, and later diverge.
  void add(std::size_t games, std::uint32_t plies);
  // Deletes a game. Must be called in ascending order of the ids.
  void erase(GameId game);
  void erase(const std::vector<GameId>& games);
  // Runs a merge step of about `postings` postings. Returns false if nothing was merged.
  bool step(std::uint64_t postings = 1'000'000'000);
  void merge_all();

  const Connection& connection() const { return database_->connection(); }
  const std::map<std::string, Known>& positions() const { return positions_; }
  const GameFacts& facts_of(GameId game) const { return facts_.at(game); }
  bool is_deleted(GameId game) const { return !facts_.contains(game); }
  // Returns the sums over games that are not deleted.
  PositionSums sums_of(const Known& known) const;
  std::int64_t last_game() const { return last_game_; }
  // Returns all postings of a game, including repetitions.
  std::vector<Posting> postings_of(GameId game) const { return postings_.at(game); }

 private:
  std::vector<Posting> play(GameId game, std::uint32_t plies);
  void note(GameId game, const GameFacts& facts);

  std::unique_ptr<Database> database_;
  unsigned jobs_;
  std::mt19937_64 random_;
  std::int64_t last_game_ = 0;
  std::map<std::string, Known> positions_;
  std::map<GameId, GameFacts> facts_;  // facts of games that are not deleted
  std::map<GameId, std::vector<Posting>> postings_;
};

}  // namespace arbiter::testing
