#include "db/sqlite/care/kept_texts.h"

#include <algorithm>

#include "db/sqlite/games/file_limits.h"
#include "db/sqlite/games/row_seal.h"

namespace arbiter::sqlite {

TextStretch stretch_at(const Connection& connection, const Statement& row) {
  const TextStretch stretch{GameId{row.integer(0)}, row.integer(1)};
  check_number(connection, "the texts of game", number_of(stretch.first), most_games(connection));
  check_number(connection, "the count of texts", stretch.games, kMostRecords);
  return stretch;
}

bool KeptTexts::loses_any(const TextStretch& stretch) const {
  for (std::int64_t i = 0; i < stretch.games; ++i) {
    if (gone_.contains(stretch.game(i))) return true;
  }
  return false;
}

std::span<const SealedText> KeptTexts::kept_of(const TextStretch& stretch) {
  records_.clear();
  texts_.clear();
  bool is_empty = true;
  for (std::int64_t i = 0; i < stretch.games; ++i) {
    const bool is_gone = gone_.contains(stretch.game(i));
    records_.emplace_back(is_gone ? std::string_view() : reader_.record(stretch.game(i)));
    texts_.push_back({{}, is_gone ? 0 : seal_of_row(stretch.game(i))});
    is_empty = is_empty && is_gone;
  }
  if (is_empty) return {};
  for (std::size_t i = 0; i < texts_.size(); ++i) texts_[i].record = records_[i];
  return texts_;
}

std::uint64_t KeptTexts::seal_of_row(GameId game) {
  if (!row_.bind(1, number_of(game)).step()) return 0;
  const std::uint64_t seal = seal_of({game, row_.text(0), row_.integer(1), row_.integer(2)});
  row_.reset();
  return seal;
}

}  // namespace arbiter::sqlite
