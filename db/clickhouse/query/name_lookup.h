// Lookups of the names that a filter accepts, with Arbiter's own matcher. Names are read in
// portions, to limit memory of servers and clients.
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
#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/query/selection.h"
#include "db/model/ids.h"

namespace arbiter::clickhouse {

// The SQL expression for name_key() in rows of `names`, where names have at most one comma.
inline constexpr std::string_view kNameKey = "replaceOne(folded, ',', '')";

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
