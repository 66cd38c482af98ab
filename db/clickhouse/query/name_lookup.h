// Lookups of the values that a filter accepts, with Arbiter's own matcher.
// The names of games in portions, so that neither servers nor clients need memory for all of them.
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

// Reads each list of values once.
// The name_key() of a row of `names`, which has at most one comma.
inline constexpr std::string_view kNameKey = "replaceOne(folded, ',', '')";

class NameLookup {
 public:
  explicit NameLookup(QuerySession& session) : session_(session) {}

  // Returns the ids of names whose folded form is accepted, ascending, without 0 for a missing tag.
  using Accepts = std::function<bool(std::string_view text)>;
  std::vector<std::uint64_t> folded_names(NameKind kind, const Accepts& accepts);

  // Returns the sources whose names are accepted.
  std::vector<std::uint64_t> sources(const Accepts& accepts);

  // Returns the accepted rounds, each once.
  std::vector<std::string> rounds(const Accepts& accepts);

  // The openings of games, by id and code. Both are 0 without an opening.
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

// The number of names in a portion, which takes some 400 MB in a client.
inline constexpr std::uint64_t kNamesAtOnce = 1'000'000;

// Names with the same name_key() are in the same portion. Each portion reads all names of the kind
// and the columns of all games, so their number grows with the names.
class NamePortions {
 public:
  // The names in these columns of the selected games. There is one portion if they are few.
  NamePortions(QuerySession& session, const Selection& selection, NameKind kind,
               std::span<const std::string_view> columns, std::uint64_t names_at_once);

  std::uint64_t count() const { return count_; }

  // Returns the condition, which starts with " AND ", for rows of `games` with a name of the
  // portion in the column; empty for all. Rows without a name belong to portion 0.
  std::string condition(std::string_view column, std::uint64_t portion) const;

 private:
  NameKind kind_;
  std::uint64_t count_ = 1;
};

}  // namespace arbiter::clickhouse
