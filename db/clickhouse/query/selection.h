// The games of a filter, as SQL conditions for each shard, and lookups of the names that a filter
// accepts, with Arbiter's own matcher. Names are read in portions, so that neither servers nor
// clients need memory for all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/game_filter.h"
#include "db/model/game_tests.h"
#include "db/model/ids.h"

namespace arbiter::clickhouse {

class NameLookup {
 public:
  explicit NameLookup(QuerySession& session) : session_(session) {}

  // A function that checks a name in folded form. Given one, folded_names() returns the ids of
  // accepted names in ascending order, without 0 for a missing tag.
  using Accepts = std::function<bool(std::string_view text)>;
  std::vector<std::uint64_t> folded_names(NameKind kind, const Accepts& accepts);

  // Returns the ids of the sources with accepted names.
  std::vector<std::uint64_t> sources(const Accepts& accepts);

  // Returns the accepted rounds without duplicates.
  std::vector<std::string> rounds(const Accepts& accepts);

  // An opening: name id and code, both 0 if there is none.
  struct Opening {
    std::uint64_t id = 0;
    std::uint16_t eco = 0;
    std::string name = {};

    auto operator<=>(const Opening&) const = default;
  };
  const std::set<Opening>& openings();

 private:
  using Names = std::set<std::pair<std::uint64_t, std::string>>;

  const Names& names(NameKind kind);

  QuerySession& session_;
  std::map<NameKind, Names> folded_;
  std::optional<std::set<std::string>> rounds_;
  std::optional<std::set<Opening>> openings_;
};

struct SqlFilter {
  // A condition for rows of `games` that every matching game meets. "1" accepts all games.
  std::string condition = "1";
  // Additional tests that SQL cannot express: patterns, material, tags.
  GameFilter rest = {};
};

// Returns the filter as SQL. Reads the names, sources, rounds and openings that the tests refer to.
SqlFilter sql_of(const GameFilter& filter, NameLookup& names);

// Returns the filter as a condition for rows of `positions`. Returns nothing if a test needs more
// than the ratings, results and years of that table.
std::optional<std::string> postings_condition(const GameFilter& filter);

// Returns NumberTest::accepts as a condition for the column `date`. Precondition: the form is Date
// or PossibleDate.
std::string date_condition(const NumberTest& test);

// Returns NumberTest::accepts as a condition for the column `year`, if month and day are
// irrelevant.
std::optional<std::string> year_condition(const NumberTest& test);

class Selection {
 public:
  // Selects games. `among` is a condition for rows of `games`. Tests that SQL cannot express are
  // applied by this program to the games that match `among` and the other tests. The selection then
  // lists its games: 8 bytes each, and about 20 in SQL.
  Selection(QuerySession& session, const GameFilter& filter, const std::string& among = "1",
            unsigned jobs = 1);

  // Returns whether all visible games are selected.
  bool is_everything() const { return !is_listed_ && condition_ == "1"; }

  bool is_listed() const { return is_listed_; }

  std::string of_games(unsigned shard) const;
  // Returns the condition for rows of `positions` whose games meet `among`, a condition for rows of
  // `games`.
  std::string of_postings(unsigned shard, const std::string& among) const;
  // Returns whether the condition of of_postings() reads `games`.
  bool reads_games() const { return !postings_condition_ && !is_listed_; }

  // Returns the number of games whose moves were read.
  std::uint64_t walked() const { return walked_; }

 private:
  void judge(QuerySession& session, const GameFilter& rest, unsigned jobs);

  std::string condition_;
  bool is_listed_ = false;
  // The condition for `positions`, if that table has all columns.
  std::optional<std::string> postings_condition_;
  std::map<unsigned, std::string> lists_;  // lists of games by shard, if games are listed
  std::uint64_t walked_ = 0;
};

// The side whose results are counted: the player of a filter (white_is_player), or White.
class PlayerSide {
 public:
  PlayerSide(QuerySession& session, const GameFilter& filter, unsigned jobs = 1);

  bool has_player() const { return with_white_.has_value(); }

  // Returns an SQL expression for the result from this side, as a number of column_values.h, for
  // rows of `games`.
  std::string result(unsigned shard) const;
  // Returns the condition that White is the player, in the form of Selection::of_postings().
  std::string of_postings(unsigned shard, const std::string& among) const;

 private:
  std::optional<Selection> with_white_;
};

struct CountedGames {
  Selection selection;
  PlayerSide side;

  bool reads_games() const { return selection.reads_games() || side.has_player(); }
};

// Returns a condition for rows of `games` that is true for all games with the positions. `has_key`
// is the condition for rows of `positions`. Returns "1" if most blocks of `games` contain a match,
// because a set of games would then need memory without saving reads.
std::string games_among(QuerySession& session, const std::string& has_key);

// The SQL expression for name_key() in rows of `names`, where names have at most one comma.
inline constexpr std::string_view kNameKey = "replaceOne(folded, ',', '')";

// The number of names in a portion, which takes about 400 MB in a client.
inline constexpr std::uint64_t kNamesAtOnce = 1'000'000;

// A partition of names by name_key(). Each portion reads all names of the kind, and these columns
// of all games.
class NamePortions {
 public:
  // Partitions the names in these columns of the selected games. Few names need only one portion.
  NamePortions(QuerySession& session, const Selection& selection, NameKind kind,
               std::span<const std::string_view> columns, std::uint64_t names_at_once);

  std::uint64_t count() const { return count_; }

  // Returns the condition, which starts with " AND ", for rows of `games` whose name in the column
  // belongs to the portion. Returns an empty string if all rows belong to it. Rows without a name
  // belong to portion 0.
  std::string condition(std::string_view column, std::uint64_t portion) const;

 private:
  NameKind kind_;
  std::uint64_t count_ = 1;
};

}  // namespace arbiter::clickhouse
