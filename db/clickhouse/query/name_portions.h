// The names of games in portions, so that neither servers nor clients need memory for all of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "db/clickhouse/cluster/name_id.h"
#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/query/selection.h"

namespace arbiter::clickhouse {

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
