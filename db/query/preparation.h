// The data of a preparation report about a player: results, repertoire, weak openings, endings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/game_statistics.h"
#include "db/model/storage.h"
#include "lib/openings/opening_table.h"

namespace arbiter {

// The lines of a repertoire in PGN, opened by open_lines() (tools/cli/game_input.h).
struct RepertoireLines {
  Storage* lines = nullptr;  // null without a repertoire; must outlive the preparation
  std::vector<std::uint64_t> starts = {};  // offset of each game's first line
};

struct PreparationOptions {
  std::string player;
  std::string against;  // name of an opponent, or empty
  GameFilter filter;
  std::uint64_t depth = 16;
  std::optional<std::uint64_t> min_games;  // default: 2 % of the games with that colour
  RepertoireLines repertoire = {};         // repertoire of the player's opponent
};

// The games counted by a number, as a query for `arbiter find`.
struct GamesQuestion {
  GameFilter filter = {};
  std::string moves = {};  // moves that lead to a position; if empty, all games
  std::string order = {};  // value of --sort, of which only the first game counts
};

// A row of the report, with results from the player's side.
struct PreparationRow {
  std::string label;
  unsigned depth = 0;  // indentation level
  GameCount count = {};
  GamesQuestion question = {};
  std::uint16_t last_year = 0;               // last year of a line; 0 if unknown
  std::optional<std::uint64_t> recent = {};  // number of games of a line in the last two years
  std::optional<double> field = {};          // average score of all players, from 0 to 1
  std::optional<GamesQuestion> other = {};   // query for the games of `recent` or `field`
  std::optional<std::uint64_t> game = {};    // number of the game that the row is about
  std::string title = {};                    // title of the game
  std::uint32_t date = 0;                    // date of the game as yyyymmdd
};

// The kind of a part, which determines its columns.
enum class PreparationKind : std::uint8_t { Counts, Lines, Openings, Games };

struct PreparationPart {
  std::string_view id;  // machine-readable id, used in JSON and links
  std::string title;
  std::string_view label;  // column heading of the rows
  PreparationKind kind = PreparationKind::Counts;
  std::vector<PreparationRow> rows = {};
  std::string recent = {};  // range of years of PreparationRow::recent, such as "2022-2023"
};

// Returns the filter for the games of the report.
GameFilter games_of(const PreparationOptions& options);

// Returns all parts that have rows, in display order.
std::vector<PreparationPart> prepare(const PreparationOptions& options, Storage& storage);

// Returns the player's games as PGN trees, one for each colour.
std::string repertoire_pgn(const PreparationOptions& options, const OpeningTable& openings,
                           Storage& storage);

}  // namespace arbiter
