#include "db/sqlite/query/find_order.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include "db/model/column_values.h"
#include "db/sqlite/query/opening_list.h"

namespace arbiter::sqlite {
namespace {

// A number for each game, by which to sort it; 0 is not known.
using Column = std::vector<std::uint32_t>;

Column fact_column(SqliteReader& reader, GameColumn which, std::span<const FoundGame> games) {
  Column column;
  column.reserve(games.size());
  for (const FoundGame& game : games) {
    column.push_back(static_cast<std::uint32_t>(reader.columns().value(game.id, which)));
  }
  return column;
}

Column name_column(SqliteReader& reader, GameColumn which, NameTable table,
                   std::span<const FoundGame> games) {
  return reader.places_of_names(table, fact_column(reader, which, games));
}

Column mean_elos(SqliteReader& reader, std::span<const FoundGame> games) {
  const Column white = fact_column(reader, GameColumn::WhiteElo, games);
  Column column = fact_column(reader, GameColumn::BlackElo, games);
  for (std::size_t i = 0; i < games.size(); ++i) {
    const bool knows_both = white[i] != 0 && column[i] != 0;
    column[i] = knows_both ? white[i] + column[i] : 0;
  }
  return column;
}

Column codes(SqliteReader& reader, std::span<const FoundGame> games) {
  const OpeningList openings(reader.connection());
  const Column numbers = fact_column(reader, GameColumn::Opening, games);
  Column column = fact_column(reader, GameColumn::Eco, games);
  for (std::size_t i = 0; i < games.size(); ++i) {
    column[i] = static_cast<std::uint32_t>(openings.code_of(column[i], numbers[i]));
  }
  return column;
}

Column plies_to_position(std::span<const FoundGame> games) {
  Column column;
  for (const FoundGame& game : games) column.push_back(game.ply ? *game.ply + 1u : 0u);
  return column;
}

Column column_of(SqliteReader& reader, SortKey key, std::span<const FoundGame> games) {
  switch (key) {
    case SortKey::Date:
      return fact_column(reader, GameColumn::Date, games);
    case SortKey::Elo:
      return mean_elos(reader, games);
    case SortKey::WhiteElo:
      return fact_column(reader, GameColumn::WhiteElo, games);
    case SortKey::BlackElo:
      return fact_column(reader, GameColumn::BlackElo, games);
    case SortKey::White:
      return name_column(reader, GameColumn::White, NameTable::Player, games);
    case SortKey::Black:
      return name_column(reader, GameColumn::Black, NameTable::Player, games);
    case SortKey::Event:
      return name_column(reader, GameColumn::Event, NameTable::Event, games);
    case SortKey::Site:
      return name_column(reader, GameColumn::Site, NameTable::Site, games);
    case SortKey::Eco:
      return codes(reader, games);
    case SortKey::Plies: {  // known of every game, 0 too
      Column column = fact_column(reader, GameColumn::Plies, games);
      for (std::uint32_t& plies : column) ++plies;
      return column;
    }
    case SortKey::Result:
      return fact_column(reader, GameColumn::Result, games);
    case SortKey::Ply:
      return plies_to_position(games);
    case SortKey::Id:
      break;
  }
  Column column;
  for (const FoundGame& game : games) {
    column.push_back(static_cast<std::uint32_t>(number_of(game.id)));
  }
  return column;
}

// So that the smaller number comes first, and what is not known last.
Column sorting_column(SqliteReader& reader, SortOrder order, std::span<const FoundGame> games) {
  Column column = column_of(reader, order.key, games);
  constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t& value : column) {
    if (value == 0 || order.direction == SortDirection::Descending) value = kLast - value;
  }
  return column;
}

}  // namespace

void sort_games(SqliteReader& reader, std::span<const SortOrder> order, std::size_t wanted,
                std::vector<FoundGame>& games) {
  std::vector<Column> columns;
  for (const SortOrder& one : order) columns.push_back(sorting_column(reader, one, games));
  const auto comes_first = [&](std::uint32_t a, std::uint32_t b) {
    for (const Column& column : columns) {
      if (column[a] != column[b]) return column[a] < column[b];
    }
    return a < b;  // games came by rising number
  };
  std::vector<std::uint32_t> places(games.size());
  std::iota(places.begin(), places.end(), 0u);
  wanted = std::min(wanted, places.size());
  std::partial_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(wanted),
                    places.end(), comes_first);
  std::vector<FoundGame> sorted;
  sorted.reserve(games.size());
  for (const std::uint32_t place : places) sorted.push_back(games[place]);
  games = std::move(sorted);
}

}  // namespace arbiter::sqlite
