// The input files of commands, and the games of a query: a database, or game files that are read
// into a temporary store.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/storage.h"
#include "lib/base/result.h"
#include "lib/io/input_files.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/console.h"

namespace arbiter {

struct GameInput {
  std::vector<std::string> names;  // one database, or files, folders, and "-" for standard input
  std::uint64_t memory = std::uint64_t{512} << 20;
  std::uint64_t jobs = default_jobs();
  OpeningsOption openings = {};
  bool is_partial = false;  // true if shards of a cluster may be missing
  // The open store of the CommandLine, which replaces `names`; null if there is none.
  const std::shared_ptr<Storage>* opened = nullptr;
};

// Adds the positional FILE....
void add_game_files(CommandLine& app, GameInput& input);
// Adds --memory, --jobs, --max-unpacked and --openings, and the exit status.
void add_reading(CommandLine& app, GameInput& input);

// Removes the words that name a player from the input of a command with a database or game files.
// These are the words that are neither files nor look like missing ones. Returns them with spaces.
// Returns an empty text if no other word is left.
std::string take_player_name(GameInput& input);

// Adds --partial.
Option* add_partial(CommandLine& app, GameInput& input);

// The positions that a query needs.
enum class QueryPositions : std::uint8_t { First, All };

struct GamesNeeded {
  QueryPositions positions = QueryPositions::All;
  bool is_quiet = false;  // omits the number of games read
  // True if the command itself looks up openings. Otherwise --openings applies to files only,
  // because a database contains the openings of its games.
  bool names_positions = false;
};

struct OpenedGames {
  std::shared_ptr<Storage> storage;
  bool is_complete = true;  // true if all files, or all parts of the database, could be read
  std::uint64_t lines_between = 0;      // lines of text between games, which is not kept
  InputsRead inputs = InputsRead::All;  // ignores shards that may be missing
};

// Returns the store that is already open, opens the database, or reads the files into a temporary
// store. Prints progress, unreadable files and the number of games to standard error. A database is
// recognized by its first bytes.
Result<OpenedGames> open_games(const GameInput& input, GamesNeeded needed, Console& console);

// Returns whether the name is that of a database, or of a missing file, which is reported as a
// missing database. Other names are those of game files.
bool names_storage(const std::string& name);

struct OpenedLines {
  OpenedGames games;
  // The offset of each game in the text of the lines; empty if no game has variations.
  std::vector<std::uint64_t> starts = {};
};

// Opens the games of a repertoire, without progress. Each variation of a game file counts as a game
// of its own, from the first move. It comes after the main line of its game. Games of a database
// have only their main lines.
Result<OpenedLines> open_lines(const GameInput& input, Console& console);

// Prints to standard error the queries that the store sent to servers, with the amount of data that
// each has read.
void print_queries(Storage& storage, Console& console);

// Returns the amount of data that all queries so far have read, such as "7 segments, 7 blocks, 12
// kB".
std::string reads_text(const std::vector<ReadCount>& reads);

// Returns the total size of `paths` in bytes; nothing if one of them is a pipe.
std::optional<std::uint64_t> total_size_of(const std::vector<std::string>& paths);

// Prints the links to folders that are not followed, because they lead out of the named folders.
void print_skipped_folders(const NamedFiles& named, Console& console);

// Returns whether an archive cannot be read because it needs a password.
bool is_locked(std::string_view damage);

// Returns the files, or "-" (standard input) if there are none. Fails if no file was named and
// standard input is a terminal.
Result<std::vector<std::string>> files_given(std::vector<std::string> files,
                                             std::string_view command);

}  // namespace arbiter
