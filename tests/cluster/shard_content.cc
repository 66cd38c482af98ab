#include "tests/cluster/shard_content.h"

#include <fmt/format.h>

#include <sstream>

namespace arbiter::testing {
namespace {

// Returns the ranges of games in incomplete batches.
constexpr const char* kHiddenRanges =
    "SELECT first_games[i], first_games[i] + games[i] - 1 FROM {0}.batches"
    " ARRAY JOIN arrayEnumerate(games) AS i WHERE state = 1 AND kind = 1 AND games[i] > 0"
    " AND batch NOT IN (SELECT batch FROM {0}.batches WHERE state = 2)";

constexpr const char* kGames =
    "SELECT count(), sum(cityHash64(white, black, event, site, round, date, white_elo, black_elo, "
    "eco,"
    " opening, opening_eco, opening_ply, plies, result, ending, flags, start, offset, line, "
    "moves_hash,"
    " moves, record)), uniqExact(game), uniqExact(source, offset) FROM {0}.games WHERE 1 {1}";

constexpr const char* kPositions =
    "SELECT count(), sum(cityHash64(key, ply, move, result, white_elo, black_elo, year))"
    " FROM {0}.positions WHERE 1 {1}";

constexpr const char* kRowsOfBatches =
    "SELECT sum(game_rows), sum(position_rows) FROM {0}.batches WHERE state = 2 AND kind = 1";

// Counts games by key, move and result from both tables, and returns rows that only one of them
// has.
constexpr const char* kSums =
    "SELECT count() FROM (SELECT key, move, sum(u) AS u, sum(w) AS w, sum(b) AS b, sum(d) AS d,"
    " sum(e) AS e FROM (SELECT key, move, unfinished AS u, white AS w, black AS b, draws AS d,"
    "  white_elo_sum + black_elo_sum AS e FROM {0}.sums WHERE batch NOT IN"
    "  (SELECT batch FROM {0}.batches WHERE state = 1 AND batch NOT IN"
    "   (SELECT batch FROM {0}.batches WHERE state = 2))"
    "  AND batch NOT IN"
    "  (SELECT arrayJoin(first_games) FROM {0}.batches WHERE kind = 3 AND state = 2)"
    " UNION ALL SELECT key, move, -toInt64(result = 0) AS u, -toInt64(result = 1) AS w,"
    "  -toInt64(result = 2) AS b, -toInt64(result = 3) AS d, -toInt64(white_elo) - black_elo AS e"
    "  FROM {0}.positions WHERE summed = 1 {1})"
    " GROUP BY key, move HAVING u != 0 OR w != 0 OR b != 0 OR d != 0 OR e != 0)";

std::vector<std::uint64_t> numbers(const std::string& answer) {
  std::istringstream words(answer);
  std::vector<std::uint64_t> found;
  for (std::uint64_t number; words >> number;) found.push_back(number);
  return found;
}

// Returns " AND NOT (...)" for each range.
std::string without(const std::vector<std::uint64_t>& ranges) {
  std::string sql;
  for (std::size_t i = 0; i + 1 < ranges.size(); i += 2) {
    sql += fmt::format(" AND NOT (game >= {} AND game <= {})", ranges[i], ranges[i + 1]);
  }
  return sql;
}

std::uint64_t games_in(const std::vector<std::uint64_t>& ranges) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i + 1 < ranges.size(); i += 2) sum += ranges[i + 1] - ranges[i] + 1;
  return sum;
}

}  // namespace

void ShardContent::add(const ShardContent& other) {
  games += other.games;
  game_hashes += other.game_hashes;
  positions += other.positions;
  position_hashes += other.position_hashes;
  hidden_games += other.hidden_games;
  faults.insert(faults.end(), other.faults.begin(), other.faults.end());
}

ShardContent content_of(const ServerNode& node, const std::string& database) {
  const auto ask = [&](const char* sql, const std::string& condition) {
    return numbers(node.query(fmt::format(fmt::runtime(sql), database, condition)));
  };
  const auto ranges = ask(kHiddenRanges, "");
  const std::string seen = without(ranges);
  const auto games = ask(kGames, seen);
  const auto positions = ask(kPositions, seen);
  ShardContent content = {.games = games[0],
                          .game_hashes = games[1],
                          .positions = positions[0],
                          .position_hashes = positions[1],
                          .hidden_games = games_in(ranges),
                          .faults = {}};
  const auto check = [&](bool holds, const std::string& fault) {
    if (!holds) content.faults.push_back(database + ": " + fault);
  };
  check(games[2] == games[0], "a game's number comes twice");
  check(games[3] == games[0], "a game of a source comes twice");
  const auto expected = ask(kRowsOfBatches, "");
  check(expected[0] == games[0], fmt::format("{} games of {}", games[0], expected[0]));
  check(expected[1] == positions[0], fmt::format("{} positions of {}", positions[0], expected[1]));
  check(ask(kSums, seen)[0] == 0, "the sums are not those of the positions");
  return content;
}

std::vector<std::uint64_t> done_batches(const ServerNode& node, const std::string& database) {
  return numbers(node.query(fmt::format(
      "SELECT DISTINCT batch FROM {}.batches WHERE state = 2 ORDER BY batch", database)));
}

}  // namespace arbiter::testing
