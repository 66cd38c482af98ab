#include "db/sqlite/query/source_contents.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "db/sqlite/games/sources.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kFindings = "SELECT game, count(*) FROM finding GROUP BY game";

// Calls `visit(GameId, SourceId)` for every game that is not deleted, by rising number.
template <class Visit>
void for_each_game(ColumnReader& columns, Visit visit) {
  for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
    const std::size_t games = columns.games_in(chunk);
    const auto flags = columns.column<std::uint8_t>(chunk, GameColumn::Flags);
    const auto sources = columns.column<std::uint32_t>(chunk, GameColumn::Source);
    for (std::size_t i = 0; i < games; ++i) {
      if ((flags[i] & kDeleted) != 0) continue;
      visit(GameId{chunk * kChunkGames + static_cast<std::int64_t>(i) + 1}, SourceId{sources[i]});
    }
  }
}

}  // namespace

std::vector<SourceContents> source_contents(SqliteReader& reader) {
  std::vector<SourceContents> all;
  std::unordered_map<SourceId, std::size_t> places;
  for (SourceRecord& source : SourceStore(reader.connection()).list()) {
    places.emplace(source.mark.source, all.size());
    all.push_back({.source = std::move(source)});
  }
  const auto contents_of = [&](SourceId source) {
    const auto place = places.find(source);
    return place == places.end() ? nullptr : &all[place->second];
  };
  for_each_game(reader.columns(), [&](GameId game, SourceId source) {
    SourceContents* contents = contents_of(source);
    if (contents == nullptr) return;
    if (contents->games++ == 0) contents->first = game;
    contents->last = game;
  });
  Statement findings = reader.connection().prepare(kFindings);
  while (findings.step()) {
    const GameId game{findings.integer(0)};
    if ((reader.columns().value(game, GameColumn::Flags) & kDeleted) != 0) continue;
    const SourceId source{
        static_cast<std::uint32_t>(reader.columns().value(game, GameColumn::Source))};
    if (SourceContents* contents = contents_of(source)) {
      contents->findings += static_cast<std::uint64_t>(findings.integer(1));
    }
  }
  return all;
}

GameSet games_of(SqliteReader& reader, std::span<const SourceId> sources) {
  GameSet games(reader.columns().chunks() * kChunkGames);
  const std::unordered_set<SourceId> meant(sources.begin(), sources.end());
  for_each_game(reader.columns(), [&](GameId game, SourceId source) {
    if (meant.contains(source)) games.insert(game);
  });
  return games;
}

}  // namespace arbiter::sqlite
