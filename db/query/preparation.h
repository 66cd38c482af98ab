// The data of a report on a player: results, repertoire, weak openings, endings.
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

struct PreparationOptions {
  std::string player;
  std::string against;  // an opponent; empty: none
  GameFilter filter;
  std::uint64_t depth = 16;
  std::optional<std::uint64_t> min_games;  // nothing: 2 % of the games with that colour
};

// The games of a number, as `arbiter find` lists them.
struct GamesQuestion {
  GameFilter filter = {};
  std::string moves = {};  // that lead to a position; empty: all games
  std::string order = {};  // of --sort, for the first game alone
};

// A row of the report. The results are those of the player.
struct PreparationRow {
  std::string label;
  unsigned depth = 0;  // of indentation
  GameCount count = {};
  GamesQuestion question = {};
  std::uint16_t last_year = 0;               // of a line; 0: unknown
  std::optional<std::uint64_t> recent = {};  // games of a line in the last two years
  std::optional<double> field = {};          // the score of all players, from 0 to 1
  std::optional<GamesQuestion> other = {};   // the games of `recent` or `field`
  std::optional<std::uint64_t> game = {};    // the row is about this game
  std::string title = {};                    // of the game
  std::uint32_t date = 0;                    // of the game: yyyymmdd
};

// The kind of a part decides its columns.
enum class PreparationKind : std::uint8_t { Counts, Lines, Openings, Games };

struct PreparationPart {
  std::string_view id;  // in JSON and in links
  std::string title;
  std::string_view label;  // the heading of the rows
  PreparationKind kind = PreparationKind::Counts;
  std::vector<PreparationRow> rows = {};
  std::string recent = {};  // the years of PreparationRow::recent: "2022-2023"
};

// Returns the games that the report is about.
GameFilter games_of(const PreparationOptions& options);

// Returns the parts that have rows, in the order in which they are shown.
std::vector<PreparationPart> prepare(const PreparationOptions& options, Storage& storage);

// Returns the games with each colour as a tree in PGN.
std::string repertoire_pgn(const PreparationOptions& options, const OpeningTable& openings,
                           Storage& storage);

}  // namespace arbiter
