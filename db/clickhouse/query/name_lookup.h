// Values that the shards have and that a filter means: our own matcher looks at each.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/clickhouse/cluster/name_id.h"
#include "db/clickhouse/query/inquiry.h"
#include "db/model/ids.h"

namespace arbiter::clickhouse {

// Each list is asked for once.
class NameLookup {
 public:
  explicit NameLookup(Inquiry& inquiry) : inquiry_(inquiry) {}

  // The names whose folded form is accepted, rising. 0, a tag that is missing, is not among them.
  using Accepts = std::function<bool(std::string_view text)>;
  std::vector<std::uint64_t> folded_names(NameKind kind, const Accepts& accepts);

  // Sources by their names.
  std::vector<std::uint64_t> sources(const Accepts& accepts);

  // Rounds as text, each once.
  std::vector<std::string> rounds(const Accepts& accepts);

  // Openings as games have them, by number and code; without one both are 0.
  struct Opening {
    std::uint64_t id = 0;
    std::uint16_t eco = 0;
    std::string name = {};

    auto operator<=>(const Opening&) const = default;
  };
  const std::vector<Opening>& openings();

 private:
  using Names = std::vector<std::pair<std::uint64_t, std::string>>;

  const Names& names(NameKind kind);

  Inquiry& inquiry_;
  std::map<NameKind, Names> folded_;
  std::optional<std::vector<std::string>> rounds_;
  std::optional<std::vector<Opening>> openings_;
};

// The names of all sources by number; none where the first shard is not asked.
std::map<std::uint32_t, std::string> source_names(Inquiry& inquiry);

}  // namespace arbiter::clickhouse
