// Lookups of the names that a filter accepts, with Arbiter's own matcher. Names are read in
// portions, so that neither servers nor clients need memory for all of them.
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

// The SQL expression for the name_key() of a row of `names`, which contains at most one comma.
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

  // Returns the accepted rounds, each once.
  std::vector<std::string> rounds(const Accepts& accepts);

  // An opening of games, with name id and code. Both are 0 without an opening.
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

// A partition of names by name_key(). Each portion reads all names of the kind and the columns of
// all games, so the number of portions grows with the number of names.
class NamePortions {
 public:
  // Prepares the names in these columns of the selected games. There is only one portion if the
  // names are few.
  NamePortions(QuerySession& session, const Selection& selection, NameKind kind,
               std::span<const std::string_view> columns, std::uint64_t names_at_once);

  std::uint64_t count() const { return count_; }

  // Returns the condition, which starts with " AND ", for rows of `games` whose name in the column
  // belongs to the portion. Returns an empty text for all rows. Rows without a name belong to
  // portion 0.
  std::string condition(std::string_view column, std::uint64_t portion) const;

 private:
  NameKind kind_;
  std::uint64_t count_ = 1;
};

}  // namespace arbiter::clickhouse
