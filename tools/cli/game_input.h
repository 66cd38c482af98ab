// The games that a question is about: a database, or files of games that are read for it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/model/storage.h"
#include "lib/base/result.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/console.h"

namespace arbiter {

struct GameInput {
  std::vector<std::string> names;  // one database, or files, folders and - for standard input
  std::uint64_t memory = std::uint64_t{512} << 20;
  std::uint64_t jobs;  // one for each core
  OpeningsOption openings = {};
  bool is_partial = false;  // a cluster may lack shards

  GameInput();
};

// The positional FILE....
void add_game_files(CommandLine& app, GameInput& input);
// --memory, --jobs and --openings.
void add_reading(CommandLine& app, GameInput& input);

// --partial.
Option* add_partial(CommandLine& app, GameInput& input);

// Which positions the question is about.
enum class AskedPositions : std::uint8_t { First, All };

struct GamesNeeded {
  AskedPositions positions = AskedPositions::All;
  bool is_quiet = false;  // do not say how many games were read
  // Whether the command itself looks for openings. Otherwise --openings is for files alone: a
  // database knows the openings of its games.
  bool names_positions = false;
};

struct OpenedGames {
  std::unique_ptr<Storage> storage;
  bool is_complete = true;              // all files could be read, and all parts of a database
  std::uint64_t lines_between = 0;      // of text between the games of files, which is not kept
  InputsRead inputs = InputsRead::All;  // shards that may be missing do not count
};

// Opens the one database, or reads the files into a store that is gone with the program, and says
// on standard error how far that is, what could not be read, and how many games there are. A
// database is recognized by its first bytes.
Result<OpenedGames> open_games(const GameInput& input, GamesNeeded needed, Console& console);

// What the store asked other programs, each with what it read: on standard error.
void say_questions(Storage& storage, Console& console);

// "7 segments, 7 blocks, 12 kB": what the questions so far have read.
std::string reads_text(const std::vector<ReadCount>& reads);

}  // namespace arbiter
