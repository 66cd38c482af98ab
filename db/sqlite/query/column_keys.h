// The table of columns for filters, sorting and grouping.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>

#include "db/model/game_record.h"
#include "db/model/game_statistics.h"
#include "db/model/storage.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/names.h"

namespace arbiter::sqlite {

struct ColumnKeys {
  GameColumn column;
  // The keys of filters, sorting and groups that use the column.
  std::tuple<std::optional<GameNumber>, std::optional<GameText>, std::optional<SortKey>,
             std::optional<GroupBy>>
      keys;
  std::optional<NameTable> table = {};  // the table of names, if the values are name numbers
};

inline constexpr ColumnKeys kColumnKeys[] = {
    {GameColumn::White, {{}, GameText::White, SortKey::White, {}}, NameTable::Player},
    {GameColumn::Black, {{}, GameText::Black, SortKey::Black, {}}, NameTable::Player},
    {GameColumn::Event, {{}, GameText::Event, SortKey::Event, GroupBy::Event}, NameTable::Event},
    {GameColumn::Site, {{}, GameText::Site, SortKey::Site, GroupBy::Site}, NameTable::Site},
    {GameColumn::Source, {{}, GameText::Source, {}, {}}, NameTable::Source},
    {GameColumn::Date, {GameNumber::Date, {}, SortKey::Date, GroupBy::Year}},
    {GameColumn::WhiteElo, {GameNumber::WhiteElo, {}, SortKey::WhiteElo, {}}},
    {GameColumn::BlackElo, {GameNumber::BlackElo, {}, SortKey::BlackElo, {}}},
    {GameColumn::Eco, {GameNumber::Eco, {}, {}, {}}},
    {GameColumn::Plies, {GameNumber::Plies, {}, SortKey::Plies, GroupBy::Plies}},
    {GameColumn::Result, {GameNumber::Result, {}, SortKey::Result, GroupBy::Result}},
    {GameColumn::Ending, {GameNumber::Ending, {}, {}, GroupBy::Ending}},
    {GameColumn::Flags, {GameNumber::Flags, {}, {}, {}}},
};

// Returns the row of a GameNumber, GameText, SortKey or GroupBy; null if it does not correspond to
// one column.
template <class Key>
constexpr const ColumnKeys* column_of(Key key) {
  const auto row = std::ranges::find_if(kColumnKeys, [key](const ColumnKeys& columns) {
    return std::get<std::optional<Key>>(columns.keys) == key;
  });
  return row == std::end(kColumnKeys) ? nullptr : &*row;
}

}  // namespace arbiter::sqlite
