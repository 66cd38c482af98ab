#include "db/sqlite/query/square_search.h"

#include "db/sqlite/games/square_index.h"

namespace arbiter::sqlite {
namespace {

// The games of one chunk.
class ChunkSearch {
 public:
  ChunkSearch(SquareIndexReader& reader, std::int64_t chunk) : reader_(reader), chunk_(chunk) {}

  GameBits games(const SquareNeeds& needs) {
    GameBits found{};
    switch (needs.kind) {
      case SquareNeeds::Kind::Nothing:
        found.fill(~std::uint64_t{0});
        return found;
      case SquareNeeds::Kind::Stood:
        for (std::uint8_t code = 0; code < kPieceCount; ++code) {
          if (!contains(needs.men, code)) continue;
          for (const Square square : needs.squares) {
            reader_.add(chunk_, Piece::from_code(code), square, found);
          }
        }
        return found;
      case SquareNeeds::Kind::Any:
        for (const SquareNeeds& part : needs.parts) {
          const GameBits more = games(part);
          for (std::size_t i = 0; i < found.size(); ++i) found[i] |= more[i];
        }
        return found;
      case SquareNeeds::Kind::All:
        break;
    }
    found.fill(~std::uint64_t{0});
    for (const SquareNeeds& part : needs.parts) {
      const GameBits also = games(part);
      for (std::size_t i = 0; i < found.size(); ++i) found[i] &= also[i];
    }
    return found;
  }

 private:
  SquareIndexReader& reader_;
  std::int64_t chunk_;
};

bool has(const GameBits& games, std::size_t place) {
  return (games[place / 64] >> (place % 64) & 1) != 0;
}

}  // namespace

SquareSearch games_with_squares(const Connection& connection, const SquareNeeds& needs,
                                const GameSet& among) {
  SquareSearch search{.games = among};
  if (needs.is_empty()) return search;
  SquareIndexReader reader(connection);
  std::int64_t chunk = -1;
  std::size_t covered = 0;
  GameBits found{};
  among.for_each([&](GameId game) {
    if (chunk_of(game) != chunk) {
      chunk = chunk_of(game);
      covered = reader.covered(chunk);
      if (covered > 0) found = ChunkSearch(reader, chunk).games(needs);
    }
    const std::size_t place = place_in_chunk(game);
    if (place < covered && !has(found, place)) search.games.erase(game);
    return true;
  });
  search.bitmaps = reader.bitmaps_read();
  return search;
}

}  // namespace arbiter::sqlite
