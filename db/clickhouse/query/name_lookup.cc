#include "db/clickhouse/query/name_lookup.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/clickhouse/query/game_rows.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kFolded =
    "SELECT id, any(folded) FROM names WHERE kind = {} GROUP BY id";
constexpr std::string_view kRounds = "SELECT DISTINCT round FROM games";
constexpr std::string_view kOpenings =
    "SELECT opening, opening_eco, any(name) FROM (SELECT DISTINCT opening, opening_eco FROM games)"
    " AS one ANY LEFT JOIN (SELECT id AS opening, name FROM names WHERE kind = {}) AS other"
    " USING opening"
    " GROUP BY opening, opening_eco";
}  // namespace

const NameLookup::Names& NameLookup::names(NameKind kind) {
  const auto known = folded_.find(kind);
  if (known != folded_.end()) return known->second;
  Names& names = folded_[kind];
  for_each_row(session_.ask_all(fmt::format(kFolded, static_cast<unsigned>(kind))),
               [&](RowReader& rows) {
                 const std::uint64_t id = rows.u64();
                 names.emplace(id, rows.text());
               });
  return names;
}

std::vector<std::uint64_t> NameLookup::folded_names(NameKind kind, const Accepts& accepts) {
  std::vector<std::uint64_t> ids;
  for (const auto& [id, folded] : names(kind)) {
    if (accepts(folded)) ids.push_back(id);
  }
  return ids;
}

std::vector<std::uint64_t> NameLookup::sources(const Accepts& accepts) {
  std::vector<std::uint64_t> ids;
  for (const auto& [id, name] : source_names(session_)) {
    if (accepts(name)) ids.push_back(number_of(id));
  }
  return ids;
}

std::vector<std::string> NameLookup::rounds(const Accepts& accepts) {
  if (!rounds_) {
    rounds_.emplace();
    for_each_row(session_.ask_all(std::string(kRounds)),
                 [&](RowReader& rows) { rounds_->emplace(rows.text()); });
  }
  std::vector<std::string> accepted;
  std::ranges::copy_if(*rounds_, std::back_inserter(accepted), accepts);
  return accepted;
}

const std::set<NameLookup::Opening>& NameLookup::openings() {
  if (openings_) return *openings_;
  openings_.emplace();
  for_each_row(session_.ask_all(fmt::format(kOpenings, static_cast<unsigned>(NameKind::Opening))),
               [&](RowReader& rows) {
                 Opening opening{.id = rows.u64()};
                 opening.eco = rows.u16();
                 opening.name = rows.text();
                 openings_->insert(std::move(opening));
               });
  return *openings_;
}

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
