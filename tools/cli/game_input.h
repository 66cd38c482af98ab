// The input files of commands, and the games of a query, which come from a database or from game
// files read into a temporary store.
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

// Adds the positional argument FILE...
void add_game_files(CommandLine& app, GameInput& input);
// Adds --memory, --jobs, --max-unpacked and --openings, and the exit status.
void add_reading(CommandLine& app, GameInput& input);

// Removes the words of a player name from the input: those that are neither files nor look like
// missing files. Returns them separated by spaces; an empty string if no file would be left.
std::string take_player_name(GameInput& input);

Option* add_partial(CommandLine& app, GameInput& input);

// Positions that a query needs.
enum class QueryPositions : std::uint8_t { First, All };

struct GamesNeeded {
  QueryPositions positions = QueryPositions::All;
  bool is_quiet = false;  // omits the number of games read
  // True if the command looks up openings itself. Otherwise --openings applies only to files,
  // because a database stores the openings of its games.
  bool names_positions = false;
};

struct OpenedGames {
  std::shared_ptr<Storage> storage;
  bool is_complete = true;  // true if all files, or all parts of the database, could be read
  std::uint64_t lines_between = 0;      // number of lines of text between games, which is not kept
  InputsRead inputs = InputsRead::All;  // does not cover missing shards
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
  // The offset of each game in the text with all lines; empty if no game has variations.
  std::vector<std::uint64_t> starts = {};
};

// Opens the games of a repertoire, without progress. Each variation in a game file counts as a
// separate game from the first move, after the main line of its game. Games in a database have only
// their main lines.
Result<OpenedLines> open_lines(const GameInput& input, Console& console);

// Prints the store's queries to servers and the amount of data read by each to standard error.
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
