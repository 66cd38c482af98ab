// Games for database tests, drafted by hand.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/model/game_draft.h"
#include "db/model/ids.h"
#include "db/sqlite/games/database.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The fields of a game that a test sets. Other fields are unknown.
struct SampleGame {
  std::string white = {};
  std::string black = {};
  std::string event = {};
  std::string site = {};
  std::string round = {};
  std::uint32_t date = 0;
  std::uint16_t white_elo = 0;
  std::uint16_t black_elo = 0;
  std::uint16_t eco = 0;
  Outcome result = Outcome::Unknown;
  Ending ending = Ending::Unknown;
  std::uint8_t flags = 0;
  std::string start = {};                   // a FEN; empty for the standard initial position
  std::string moves = {};                   // such as "e4 e5 Nf3"
  std::string record = {};                  // arbitrary bytes
  std::vector<DraftFinding> findings = {};  // in ascending order of the ply
};

// Adds the game with moves, postings and hash. `offset` is 1000 times its index, and `line` 10
// times.
void add_sample(const SampleGame& sample, DraftBatch& batch);

// Returns an empty database in memory.
std::unique_ptr<Database> empty_database();

// Adds the games as one batch from a source of that name, without indexing their positions. Returns
// the first game's id.
GameId store_samples(const Database& database, const std::vector<SampleGame>& samples,
                     std::string_view source = "games.pgn");

}  // namespace arbiter::testing
