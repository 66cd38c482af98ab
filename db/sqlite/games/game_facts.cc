#include "db/sqlite/games/game_facts.h"

#include "db/model/column_values.h"
#include "db/model/game_draft.h"

namespace arbiter::sqlite {

void GameFactsReader::go_to(GameId game) {
  if (chunk_of(game) == chunk_) return;
  chunk_ = chunk_of(game);
  has_all_ = false;
  flags_ = {};
  if (chunk_ >= 0 && chunk_ < facts_.chunks())
    flags_ = facts_.column<std::uint8_t>(chunk_, GameColumn::Flags);
}

void GameFactsReader::read_all() {
  results_ = facts_.column<std::uint8_t>(chunk_, GameColumn::Result);
  white_elos_ = facts_.column<std::uint16_t>(chunk_, GameColumn::WhiteElo);
  black_elos_ = facts_.column<std::uint16_t>(chunk_, GameColumn::BlackElo);
  dates_ = facts_.column<std::uint32_t>(chunk_, GameColumn::Date);
  has_all_ = true;
}

bool GameFactsReader::is_deleted(GameId game) {
  go_to(game);
  const std::size_t place = place_in_chunk(game);
  return place >= flags_.size() || (flags_[place] & kDeleted) != 0;
}

bool GameFactsReader::has(GameId game) {
  go_to(game);
  return place_in_chunk(game) < flags_.size();
}

GameFacts GameFactsReader::facts(GameId game) {
  go_to(game);
  if (!has_all_) read_all();
  const std::size_t place = place_in_chunk(game);
  return {.result = outcome_of(results_[place]),
          .white_elo = white_elos_[place],
          .black_elo = black_elos_[place],
          .year = static_cast<std::uint16_t>(dates_[place] / 10000)};
}

}  // namespace arbiter::sqlite
