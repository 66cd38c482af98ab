// Lookups of the values that a filter accepts, with Arbiter's own matcher.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/clickhouse/cluster/name_id.h"
#include "db/clickhouse/cluster/query_session.h"
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

}  // namespace arbiter::clickhouse
