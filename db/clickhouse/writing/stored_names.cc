#include "db/clickhouse/writing/stored_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/wire/row_reader.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::size_t kMostNames = 1'000'000;
constexpr std::string_view kRead =
    "SELECT DISTINCT kind, id, name FROM names WHERE id IN ({}) FORMAT RowBinary";

}  // namespace

void StoredNames::fetch(std::vector<Key> keys) {
  if (names_.size() > kMostNames) names_.clear();
  std::erase_if(keys, [this](const Key& key) { return key.id == 0 || names_.contains(key); });
  if (keys.empty()) return;
  std::vector<std::uint64_t> ids;
  for (const Key& key : keys) ids.push_back(key.id);
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  for (const ShardAnswer& answer : cluster_.ask_all(fmt::format(kRead, listed(ids)))) {
    RowReader rows(answer.answer.bytes);
    while (!rows.is_at_end()) {
      const auto kind = static_cast<NameKind>(rows.u8());
      const std::uint64_t id = rows.u64();
      names_.emplace(Key{kind, id}, rows.text());
    }
  }
  for (const Key& key : keys) {
    if (names_.contains(key)) continue;
    throw IoError(fmt::format("the table names has no name {} of kind {}", key.id,
                              static_cast<unsigned>(key.kind)));
  }
}

std::string_view StoredNames::name(NameKind kind, std::uint64_t id) const {
  const auto found = names_.find({kind, id});
  return found == names_.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace arbiter::clickhouse
