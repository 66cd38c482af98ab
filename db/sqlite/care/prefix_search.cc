#include "db/sqlite/care/prefix_search.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "db/model/game_draft.h"
#include "db/model/move_code.h"
#include "lib/chess/position.h"
#include "lib/chess/position_key.h"
#include "lib/notation/fen.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kLines = "SELECT id, start, moves FROM game WHERE flags & 1 = 0";

// Where games end. Most lines are refused by one bit.
class LineEnds {
 public:
  LineEnds(const std::vector<HashedGame>& games, std::uint16_t least_plies)
      : games_(games), shift_(64U - static_cast<unsigned>(std::bit_width(games.size() * 16))) {
    may_end_.resize((~std::uint64_t{0} >> shift_) + 1);
    for (const HashedGame& game : games) {
      if (game.plies >= least_plies) may_end_[game.hash >> shift_] = true;
    }
  }

  // The first game that ends where the hash says, after so many half-moves.
  std::optional<std::uint32_t> find(std::uint64_t hash, std::size_t plies) const {
    if (!may_end_[hash >> shift_]) return std::nullopt;
    const auto found = std::ranges::lower_bound(games_, hash, {}, &HashedGame::hash);
    if (found == games_.end() || found->hash != hash || found->plies != plies) return std::nullopt;
    return static_cast<std::uint32_t>(found - games_.begin());
  }

 private:
  const std::vector<HashedGame>& games_;
  unsigned shift_;
  std::vector<bool> may_end_;
};

// The key of initial positions, of which neighbours often have the same.
class FirstKeys {
 public:
  // Nothing where the text is damaged.
  std::optional<PositionKey> key_of(std::string_view start) {
    if (start.empty()) return usual_;
    if (start == start_) return key_;
    start_ = start;
    const auto position = parse_position(start);
    key_.reset();
    if (position) key_ = position->key();
    return key_;
  }

 private:
  PositionKey usual_ = Position().key();
  std::string start_;
  std::optional<PositionKey> key_;
};

}  // namespace

std::vector<HashedGame> hashed_games(ColumnReader& columns, const GameSet& among) {
  std::vector<HashedGame> games;
  games.reserve(among.size());
  std::int64_t chunk = 0;
  among.for_each([&](GameId game) {
    if (std::exchange(chunk, chunk_of(game)) != chunk_of(game)) columns.forget();
    const auto flags = columns.value(game, GameColumn::Flags);
    if ((flags & (kDeleted | kUnchecked)) != 0) return true;
    games.push_back({columns.value(game, GameColumn::MovesHash),
                     static_cast<std::uint32_t>(number_of(game)),
                     static_cast<std::uint16_t>(columns.value(game, GameColumn::Plies))});
    return true;
  });
  columns.forget();
  std::ranges::sort(games, [](const HashedGame& a, const HashedGame& b) {
    return std::tie(a.hash, a.number) < std::tie(b.hash, b.number);
  });
  return games;
}

std::vector<PrefixPair> find_prefixes(const Connection& connection,
                                      const std::vector<HashedGame>& games,
                                      std::uint16_t least_plies) {
  std::vector<PrefixPair> pairs;
  if (games.empty()) return pairs;
  const LineEnds ends(games, least_plies);
  FirstKeys keys;
  Statement rows = connection.prepare(kLines);
  while (rows.step()) {
    const auto key = keys.key_of(rows.text(1));
    if (!key) continue;
    const std::span<const std::uint8_t> moves = rows.blob(2);
    const std::size_t plies = packed_moves(moves.size());
    MovesHash hash(*key);
    for (std::size_t ply = 0; ply < plies; ++ply) {
      if (ply >= least_plies) {
        if (const auto end = ends.find(hash.value(), ply)) {
          pairs.push_back({*end, GameId{rows.integer(0)}});
        }
      }
      hash.add(move_code::code_at(moves.data(), ply));
    }
  }
  return pairs;
}

}  // namespace arbiter::sqlite
