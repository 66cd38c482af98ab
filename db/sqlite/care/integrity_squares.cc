#include "db/sqlite/care/integrity_squares.h"

#include <fmt/format.h>

#include <bit>

#include "db/model/damage.h"
#include "db/model/game_draft.h"

namespace arbiter::sqlite {

void SquareCheck::check(const GameRow& row) {
  if (chunk_of(row.id) != chunk_) {
    finish();
    chunk_ = chunk_of(row.id);
    expected_.clear();
    present_.fill(0);
  }
  if ((row.flags() & kDeleted) != 0) return;
  const std::size_t place = place_in_chunk(row.id);
  expected_.add(place, visited_squares(row.start, row.moves));
  present_[place / 64] |= std::uint64_t{1} << (place % 64);
}

void SquareCheck::finish() {
  if (chunk_ < 0) return;
  try {
    compare_chunk();
  } catch (const DamageError& error) {
    log_.say(IntegrityPart::Columns, error.fault());
  }
  chunk_ = -1;
}

void SquareCheck::compare_chunk() {
  const std::size_t covered = reader_.covered(chunk_);
  if (covered == 0) return;  // it may be missing
  reader_.read(chunk_, stored_);
  for (std::uint8_t piece = 0; piece < kPieceCount; ++piece) {
    for (int square = 0; square < kSquareCount; ++square) {
      const auto at = static_cast<std::size_t>(square);
      GameBits wrong{};
      for (std::size_t i = 0; i < wrong.size(); ++i) {
        wrong[i] = (expected_.of(piece, at)[i] ^ stored_.of(piece, at)[i]) & present_[i];
      }
      // What is beyond is looked at game by game.
      for (std::size_t place = covered; place < wrong.size() * 64; ++place) {
        wrong[place / 64] &= ~(std::uint64_t{1} << (place % 64));
      }
      if (wrong != GameBits{}) tell(chunk_, wrong, Piece::from_code(piece), square_at(square));
    }
  }
}

void SquareCheck::tell(std::int64_t chunk, const GameBits& wrong, Piece piece, Square square) {
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    if (wrong[i] == 0) continue;
    const std::int64_t place = static_cast<std::int64_t>(i * 64) + std::countr_zero(wrong[i]);
    return log_.say(
        IntegrityPart::Columns, GameId{chunk * kChunkGames + place + 1},
        fmt::format("the bitmap of {}{} is wrong about it", letter_of(piece), to_string(square)));
  }
}

}  // namespace arbiter::sqlite
