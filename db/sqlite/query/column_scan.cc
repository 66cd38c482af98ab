#include "db/sqlite/query/column_scan.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "db/sqlite/games/opening_names.h"

namespace arbiter::sqlite {
namespace {

// Nothing for the number of the game, which its place says.
std::optional<GameColumn> column_of(GameNumber number) {
  switch (number) {
    case GameNumber::Id:
      break;
    case GameNumber::Date:
      return GameColumn::Date;
    case GameNumber::WhiteElo:
      return GameColumn::WhiteElo;
    case GameNumber::BlackElo:
      return GameColumn::BlackElo;
    case GameNumber::Eco:
      return GameColumn::Eco;
    case GameNumber::Plies:
      return GameColumn::Plies;
    case GameNumber::Result:
      return GameColumn::Result;
    case GameNumber::Ending:
      return GameColumn::Ending;
    case GameNumber::Flags:
      return GameColumn::Flags;
  }
  return std::nullopt;
}

// Precondition: the text has a column.
GameColumn column_of(const GameTest& test) {
  const auto* name = std::get_if<NameTest>(&test);
  if (name == nullptr) return GameColumn::Source;
  switch (name->of) {
    case GameText::White:
      return GameColumn::White;
    case GameText::Black:
      return GameColumn::Black;
    case GameText::Event:
      return GameColumn::Event;
    default:
      return GameColumn::Site;
  }
}

// Games that come one after the other often have the same date or flags.
template <class T>
void keep_accepted(std::span<const T> values, const NumberTest& test, std::uint8_t* kept) {
  T last = 0;
  bool is_accepted = test.accepts(last);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != last) {
      last = values[i];
      is_accepted = test.accepts(last);
    }
    kept[i] = is_accepted ? kept[i] : std::uint8_t{0};
  }
}

template <class T>
void keep_range(std::span<const T> values, const ValueRange& range, std::uint8_t* kept) {
  constexpr std::uint64_t kMax = std::numeric_limits<T>::max();
  const std::uint64_t min = range.min.value_or(0);
  const std::uint64_t max = std::min(range.max.value_or(kMax), kMax);
  if (min > max) {
    std::fill_n(kept, values.size(), std::uint8_t{0});
    return;
  }
  const auto first = static_cast<std::uint32_t>(min);
  const auto length = static_cast<std::uint32_t>(max - min);
  for (std::size_t i = 0; i < values.size(); ++i) {
    kept[i] = values[i] - first <= length ? kept[i] : std::uint8_t{0};
  }
}

template <class T>
void keep_numbered(std::span<const T> values, const NumberTest& test, std::uint8_t* kept) {
  if (test.form == NumberTest::Form::Range) {
    keep_range(values, test.range, kept);
  } else {
    keep_accepted(values, test, kept);
  }
}

}  // namespace

bool ColumnScan::answers(const GameFilter& filter) {
  bool all = true;
  for_each_test(filter, [&all](const GameTest& test) {
    all = all && (std::holds_alternative<NumberTest>(test) || NamedIds::is_about_names(test));
  });
  return all;
}

GameSet ColumnScan::games(const GameFilter& filter) {
  const std::int64_t chunks = columns_.chunks();
  GameSet games(chunks * kChunkGames);
  const auto kept = std::make_unique<Kept>();
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
    keep_present(chunk, *kept);
    keep(filter, chunk, *kept);
    const std::size_t count = columns_.games_in(chunk);
    for (std::size_t i = 0; i < count; ++i) {
      if ((*kept)[i] != 0)
        games.insert(GameId{chunk * kChunkGames + static_cast<std::int64_t>(i) + 1});
    }
  }
  return games;
}

void ColumnScan::keep_present(std::int64_t chunk, Kept& kept) {
  const auto flags = columns_.column<std::uint8_t>(chunk, GameColumn::Flags);
  for (std::size_t i = 0; i < flags.size(); ++i) kept[i] = (flags[i] & kDeleted) == 0 ? 1 : 0;
  std::fill(kept.begin() + static_cast<std::ptrdiff_t>(flags.size()), kept.end(), std::uint8_t{0});
}

void ColumnScan::keep(const GameFilter& filter, std::int64_t chunk, Kept& kept) {
  switch (filter.kind) {
    case GameFilter::Kind::All:
      for (const GameFilter& part : filter.parts) keep(part, chunk, kept);
      break;
    case GameFilter::Kind::Any:
      keep_any(filter, chunk, kept);
      break;
    case GameFilter::Kind::Not:
      keep_others(filter, chunk, kept);
      break;
    case GameFilter::Kind::Test:
      keep_tested(*filter.test, chunk, kept);
      break;
  }
}

void ColumnScan::keep_any(const GameFilter& filter, std::int64_t chunk, Kept& kept) {
  const auto any = std::make_unique<Kept>();
  const auto one = std::make_unique<Kept>();
  for (const GameFilter& part : filter.parts) {
    *one = kept;
    keep(part, chunk, *one);
    for (std::size_t i = 0; i < any->size(); ++i) (*any)[i] |= (*one)[i];
  }
  kept = *any;
}

void ColumnScan::keep_others(const GameFilter& filter, std::int64_t chunk, Kept& kept) {
  const auto those = std::make_unique<Kept>(kept);
  keep(filter.parts.front(), chunk, *those);
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] ^= (*those)[i];
}

void ColumnScan::keep_tested(const GameTest& test, std::int64_t chunk, Kept& kept) {
  if (const auto* number = std::get_if<NumberTest>(&test)) {
    keep_numbers(*number, chunk, kept);
    return;
  }
  const NameIds& ids = names_.of(test);
  if (const auto* code = std::get_if<EcoTest>(&test)) return keep_codes(*code, ids, chunk, kept);
  if (std::holds_alternative<OpeningTest>(test)) {
    const auto openings = columns_.column<std::uint32_t>(chunk, GameColumn::Opening);
    for (std::size_t i = 0; i < openings.size(); ++i) {
      kept[i] = ids.contains(opening_id_of(openings[i])) ? kept[i] : std::uint8_t{0};
    }
    return;
  }
  const auto values = columns_.column<std::uint32_t>(chunk, column_of(test));
  for (std::size_t i = 0; i < values.size(); ++i) {
    kept[i] = ids.contains(values[i]) ? kept[i] : std::uint8_t{0};
  }
}

void ColumnScan::keep_codes(const EcoTest& test, const NameIds& played, std::int64_t chunk,
                            Kept& kept) {
  const auto tags = columns_.column<std::uint16_t>(chunk, GameColumn::Eco);
  const auto openings = columns_.column<std::uint32_t>(chunk, GameColumn::Opening);
  for (std::size_t i = 0; i < tags.size(); ++i) {
    const bool fits =
        tags[i] != 0 ? test.range.contains(tags[i]) : played.contains(opening_id_of(openings[i]));
    kept[i] = fits ? kept[i] : std::uint8_t{0};
  }
}

void ColumnScan::keep_numbers(const NumberTest& test, std::int64_t chunk, Kept& kept) {
  const auto column = column_of(test.of);
  if (!column) {
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const auto id = static_cast<std::uint64_t>(chunk * kChunkGames) + i + 1;
      kept[i] = test.accepts(id) ? kept[i] : std::uint8_t{0};
    }
    return;
  }
  switch (size_of(*column)) {
    case 1:
      return keep_numbered(columns_.column<std::uint8_t>(chunk, *column), test, kept.data());
    case 2:
      return keep_numbered(columns_.column<std::uint16_t>(chunk, *column), test, kept.data());
    default:
      return keep_numbered(columns_.column<std::uint32_t>(chunk, *column), test, kept.data());
  }
}

}  // namespace arbiter::sqlite
