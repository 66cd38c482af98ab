#include "db/stream/seen_games.h"

#include <algorithm>
#include <functional>

#include "db/model/same_game.h"
#include "lib/tags/person_name.h"

namespace arbiter {
namespace {

constexpr std::size_t kBlockSize = std::size_t{1} << 20;

// The maximum number of remembered games with the same moves. Without it, many equal games of
// different players take quadratic time.
constexpr int kMaxSameMoves = 64;

std::size_t hash_of(std::string_view text) { return std::hash<std::string_view>()(text); }

}  // namespace

GameFingerprint fingerprint_of(const DraftBatch& batch, const GameDraft& draft) {
  GameFingerprint game{.moves = draft.moves_hash,
                       .date = draft.date,
                       .plies = draft.plies,
                       .result = draft.result,
                       .white = std::string(batch.text(draft.white)),
                       .black = std::string(batch.text(draft.black))};
  // The other moves are only in the record.
  if (!is_replayed(draft)) game.moves ^= hash_of(batch.text(draft.record));
  // Many short games have the same moves. They are compared only if the players are the same.
  if (game.plies < kMinDistinctPlies) {
    const std::string white = name_key(folded_name(game.white));
    const std::string black = name_key(folded_name(game.black));
    game.moves ^= hash_of(white) ^ 3 * hash_of(black);
    game.can_have_duplicates = !white.empty() && !black.empty();
  }
  return game;
}

bool SeenGames::is_duplicate(const Game& known, const GameFingerprint& game) const {
  if (known.moves != game.moves || known.plies != game.plies) return false;
  const char* white = blocks_[known.block].data() + known.offset;
  const std::string_view white_name(white);
  const std::string_view black_name(white + white_name.size() + 1);
  return may_be_same({white_name, black_name, known.date, known.result, known.plies},
                     {game.white, game.black, game.date, game.result, game.plies});
}

bool SeenGames::contains_or_add(const GameFingerprint& game) {
  if (!game.can_have_duplicates) return false;
  if (2 * (games_.size() + 1) > places_.size()) grow();
  const std::size_t mask = places_.size() - 1;
  std::size_t place = game.moves & mask;
  int same_moves = 0;
  for (; places_[place] != 0; place = (place + 1) & mask) {
    const Game& known = games_[places_[place] - 1];
    if (is_duplicate(known, game)) return true;
    if (known.moves == game.moves && ++same_moves == kMaxSameMoves) return false;
  }
  add(game);
  places_[place] = static_cast<std::uint32_t>(games_.size());
  return false;
}

void SeenGames::add(const GameFingerprint& game) {
  const std::size_t size = game.white.size() + game.black.size() + 2;
  if (blocks_.empty() || blocks_.back().size() + size > blocks_.back().capacity()) {
    blocks_.emplace_back().reserve(std::max(kBlockSize, size));
  }
  std::string& block = blocks_.back();
  games_.push_back({game.moves, static_cast<std::uint32_t>(blocks_.size() - 1),
                    static_cast<std::uint32_t>(block.size()), game.date, game.plies, game.result});
  block.append(game.white).push_back('\0');
  block.append(game.black).push_back('\0');
}

void SeenGames::grow() {
  places_.assign(std::max<std::size_t>(2 * places_.size(), 1024), 0);
  const std::size_t mask = places_.size() - 1;
  for (std::size_t i = 0; i < games_.size(); ++i) {
    std::size_t place = games_[i].moves & mask;
    while (places_[place] != 0) place = (place + 1) & mask;
    places_[place] = static_cast<std::uint32_t>(i + 1);
  }
}

}  // namespace arbiter
