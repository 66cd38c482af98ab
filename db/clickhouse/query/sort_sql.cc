#include "db/clickhouse/query/sort_sql.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "db/clickhouse/cluster/name_id.h"

namespace arbiter::clickhouse {
namespace {

// Larger limits mean all games.
constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 40;

// A number is an expression of `columns`. A name is the id in a column, whose folded form is looked
// up.
struct KeySql {
  SortKey key;
  std::array<std::string_view, 2> columns;
  std::string_view number = {};
  NameKind kind = NameKind::Player;

  bool is_name() const { return number.empty(); }
};

constexpr KeySql kKeys[] = {
    {SortKey::Id, {}, "game"},
    {SortKey::Date, {"date"}, "toUInt64(date)"},
    {SortKey::Elo,
     {"white_elo", "black_elo"},
     "if(white_elo != 0 AND black_elo != 0, toUInt64(white_elo) + black_elo, 0)"},
    {SortKey::WhiteElo, {"white_elo"}, "toUInt64(white_elo)"},
    {SortKey::BlackElo, {"black_elo"}, "toUInt64(black_elo)"},
    {SortKey::White, {"white"}},
    {SortKey::Black, {"black"}},
    {SortKey::Event, {"event"}, {}, NameKind::Event},
    {SortKey::Site, {"site"}, {}, NameKind::Site},
    {SortKey::Eco, {"eco", "opening_eco"}, "toUInt64(if(eco != 0, eco, opening_eco))"},
    {SortKey::Plies, {"plies", "flags"}, "if(bitAnd(flags, 16) != 0, 0, toUInt64(plies) + 1)"},
    {SortKey::Result, {"result"}, "toUInt64(result)"},
    {SortKey::Ply, {}, "toUInt64(ply) + 1"},
};

const KeySql& sql_of(SortKey key) { return *std::ranges::find(kKeys, key, &KeySql::key); }

std::string folded_column(std::string_view name) { return fmt::format("{}_folded", name); }

// Returns the SELECT of the rows with the folded forms of the column's names.
std::string with_folded(const std::string& rows, const KeySql& key, const std::string& columns) {
  const std::string_view name = key.columns.front();
  const std::string folded = folded_column(name);
  return fmt::format(
      "SELECT game, ply{}, {} FROM ({}) AS one ANY LEFT JOIN (SELECT id AS {}, folded AS {}"
      " FROM names WHERE kind = {}) AS other USING {}",
      columns, folded, rows, name, folded, static_cast<unsigned>(key.kind), name);
}

}  // namespace

std::string SortSql::columns() const {
  std::set<std::string_view> columns;
  for (const SortOrder& order : order_) {
    for (const std::string_view column : sql_of(order.key).columns) {
      if (!column.empty()) columns.insert(column);
    }
  }
  return fmt::format("{}", fmt::join(columns, ", "));
}

bool SortSql::is_in_positions() const {
  constexpr std::string_view kColumns[] = {"", "white_elo", "black_elo", "result"};
  return std::ranges::all_of(order_, [&](const SortOrder& order) {
    return std::ranges::all_of(sql_of(order.key).columns, [&](std::string_view column) {
      return std::ranges::find(kColumns, column) != std::end(kColumns);
    });
  });
}

std::string SortSql::sorted(const std::string& rows, std::uint64_t max) const {
  std::string from = rows;
  std::string columns = this->columns();
  if (!columns.empty()) columns.insert(0, ", ");
  std::vector<std::string> values;
  std::vector<std::string> orders;
  for (const SortOrder& order : order_) {
    const KeySql& key = sql_of(order.key);
    if (key.is_name() && from.find(folded_column(key.columns.front())) == std::string::npos) {
      from = with_folded(from, key, columns);
      columns += ", " + folded_column(key.columns.front());
    }
    const std::string value =
        key.is_name() ? folded_column(key.columns.front()) : std::string(key.number);
    const std::string alias = fmt::format("value_{}", values.size());
    values.push_back(fmt::format(", {} AS {}", value, alias));
    orders.push_back(fmt::format("{} = {}, {} {},", alias, key.is_name() ? "''" : "0", alias,
                                 order.direction == SortDirection::Descending ? "DESC" : "ASC"));
  }
  const std::string limit = max < kNoLimit ? fmt::format(" LIMIT {}", max) : std::string();
  return fmt::format("SELECT game, ply{} FROM ({}) ORDER BY {} game{}", fmt::join(values, ""), from,
                     fmt::join(orders, " "), limit);
}

std::vector<SortValue> SortSql::read(RowReader& rows) const {
  std::vector<SortValue> values;
  for (const SortOrder& order : order_) {
    SortValue& value = values.emplace_back();
    if (sql_of(order.key).is_name()) {
      value.text = rows.text();
    } else {
      value.number = rows.u64();
    }
  }
  return values;
}

std::strong_ordering SortSql::compare(const std::vector<SortValue>& one,
                                      const std::vector<SortValue>& other) const {
  for (std::size_t i = 0; i < order_.size(); ++i) {
    if (one[i] == other[i]) continue;
    if (one[i].is_known() != other[i].is_known()) return other[i].is_known() <=> one[i].is_known();
    const auto ascending = one[i] <=> other[i];
    return order_[i].direction == SortDirection::Ascending ? ascending : 0 <=> ascending;
  }
  return std::strong_ordering::equal;
}

}  // namespace arbiter::clickhouse
