#include "db/clickhouse/query/name_portions.h"

#include <fmt/format.h>

#include "db/clickhouse/query/name_lookup.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kNameCount = "SELECT count() FROM names WHERE kind = {}";
constexpr std::string_view kUsedNames = "SELECT {} FROM games WHERE {}{}";
constexpr std::string_view kPortion =
    "{0} IN (SELECT id FROM names WHERE kind = {1} AND sipHash64({2}) % {3} = {4})";

std::uint64_t sum_of(const std::vector<ShardAnswer>& answers) {
  std::uint64_t sum = 0;
  for_each_row(answers, [&](RowReader& rows) { sum += rows.u64(); });
  return sum;
}

}  // namespace

NamePortions::NamePortions(QuerySession& session, const Selection& selection, NameKind kind,
                           std::span<const std::string_view> columns, std::uint64_t names_at_once)
    : kind_(kind) {
  const std::string all = fmt::format(kNameCount, static_cast<unsigned>(kind));
  if (sum_of(session.ask_all(all)) <= names_at_once) return;
  std::string used;
  for (const std::string_view column : columns) {
    used += fmt::format("{}uniq({})", used.empty() ? "" : " + ", column);
  }
  const auto answers = session.ask_all([&](unsigned shard) {
    return fmt::format(kUsedNames, used, selection.of_games(shard), kSeenGames);
  });
  count_ = 1 + sum_of(answers) / names_at_once;
}

std::string NamePortions::condition(std::string_view column, std::uint64_t portion) const {
  if (count_ == 1) return {};
  const std::string has_name =
      fmt::format(kPortion, column, static_cast<unsigned>(kind_), kNameKey, count_, portion);
  return portion == 0 ? fmt::format(" AND ({} = 0 OR {})", column, has_name) : " AND " + has_name;
}

}  // namespace arbiter::clickhouse
