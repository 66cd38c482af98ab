#include "db/query/duplicates.h"

#include <algorithm>
#include <bit>
#include <string>

#include "db/games/fingerprint.h"
#include "db/model/move_code.h"
#include "db/model/name_folding.h"
#include "db/model/same_game.h"

namespace arbiter::db::query {
namespace {

// The greatest number that a slot has room for.
constexpr std::int64_t kLastNumber = UINT32_MAX - 1;

// A chunk of columns is 180 kB.
constexpr std::int64_t kChunksInMemory = 64;

// What duplicates have in common.
struct Identity {
  std::uint64_t moves_hash;
  GameClaims claims;
};

// Games with few moves are told apart by their players: thousands have the same ones.
std::uint64_t hash_of(const Identity& game) {
  if (game.claims.plies >= kTellingPlies) return game.moves_hash;
  Fingerprint names;
  names.add(folded_name(game.claims.white));
  names.add("\n");
  names.add(folded_name(game.claims.black));
  return names.value() ^ game.moves_hash;
}

GameClaims claims_of(const DraftBatch& batch, const GameDraft& draft) {
  return {.white = batch.text(draft.white),
          .black = batch.text(draft.black),
          .date = draft.date,
          .result = draft.result,
          .plies = draft.plies};
}

GameClaims claims_of(const StoredGame& game) {
  return {.white = game.white,
          .black = game.black,
          .date = game.date,
          .result = game.result,
          .plies = game.plies};
}

// Whether all of the game is in its moves.
bool is_replayed(const GameDraft& draft) { return (draft.flags & (kIncomplete | kUnchecked)) == 0; }

bool has_same_moves(const DraftBatch& batch, const GameDraft& draft, const StoredGame& game) {
  if (batch.text(draft.start) != game.start) return false;
  std::string moves;
  pack_moves(game.moves, moves);
  return batch.text(draft.moves) == moves;
}

bool has_same_moves(const DraftBatch& batch, const GameDraft& a, const GameDraft& b) {
  return batch.text(a.start) == batch.text(b.start) && batch.text(a.moves) == batch.text(b.moves) &&
         (is_replayed(a) || batch.text(a.record) == batch.text(b.record));
}

}  // namespace

std::size_t HashedGames::place_of(std::uint32_t tag) const {
  const int bits = std::countr_zero(slots_.size());
  return tag >> (32 - bits);
}

void HashedGames::insert(std::uint64_t hash, std::uint32_t game) {
  if (used_ * 3 >= slots_.size() * 2 && slots_.size() < (std::size_t{1} << 31)) grow();
  const auto tag = static_cast<std::uint32_t>(hash >> 32);
  std::size_t same = 0;
  std::size_t at = place_of(tag);
  for (; slots_[at].game_and_one != 0; at = (at + 1) % slots_.size()) {
    same += slots_[at].tag == tag ? 1 : 0;
    if (same == kMostCandidates) return;
  }
  slots_[at] = {tag, game + 1};
  ++used_;
}

std::span<const std::uint32_t> HashedGames::find(std::uint64_t hash) {
  const auto tag = static_cast<std::uint32_t>(hash >> 32);
  found_.clear();
  for (std::size_t at = place_of(tag); slots_[at].game_and_one != 0;
       at = (at + 1) % slots_.size()) {
    if (slots_[at].tag == tag) found_.push_back(slots_[at].game_and_one - 1);
  }
  return found_;
}

void HashedGames::clear() {
  slots_.assign(1024, {});
  used_ = 0;
}

void HashedGames::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.game_and_one == 0) continue;
    std::size_t at = place_of(slot.tag);
    while (slots_[at].game_and_one != 0) at = (at + 1) % slots_.size();
    slots_[at] = slot;
  }
}

DuplicateFinder::DuplicateFinder(SqliteReader& reader) : reader_(reader) {
  ColumnReader& columns = reader.columns();
  for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
    read(chunk);
    if (chunk % kChunksInMemory == kChunksInMemory - 1) columns.forget();
  }
  columns.forget();
}

void DuplicateFinder::read(std::int64_t chunk) {
  ColumnReader& columns = reader_.columns();
  const auto hashes = columns.column<std::uint64_t>(chunk, GameColumn::MovesHash);
  const auto plies = columns.column<std::uint16_t>(chunk, GameColumn::Plies);
  const auto flags = columns.column<std::uint8_t>(chunk, GameColumn::Flags);
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const std::int64_t number = chunk * kChunkGames + static_cast<std::int64_t>(i) + 1;
    if ((flags[i] & kDeleted) != 0 || number > kLastNumber) continue;
    std::uint64_t hash = hashes[i];
    if (plies[i] < kTellingPlies) {
      const auto game = reader_.games().game(GameId{number});
      if (!game) continue;
      hash = hash_of({hash, claims_of(*game)});
    }
    stored_.insert(hash, static_cast<std::uint32_t>(number));
  }
}

bool DuplicateFinder::is_stored(const DraftBatch& batch, const GameDraft& draft,
                                std::uint64_t hash) {
  return std::ranges::any_of(stored_.find(hash), [&](std::uint32_t number) {
    const auto game = reader_.games().game(GameId{number});
    return game && has_same_moves(batch, draft, *game) &&
           may_be_same(claims_of(batch, draft), claims_of(*game)) &&
           (is_replayed(draft) || batch.text(draft.record) == reader_.games().record(game->id));
  });
}

bool DuplicateFinder::is_before(const DraftBatch& batch, const GameDraft& draft,
                                std::uint64_t hash) {
  return std::ranges::any_of(batch_.find(hash), [&](std::uint32_t number) {
    const GameDraft& other = batch.games[number];
    return has_same_moves(batch, draft, other) &&
           may_be_same(claims_of(batch, draft), claims_of(batch, other));
  });
}

std::vector<bool> DuplicateFinder::find(const DraftBatch& batch) {
  batch_.clear();
  std::vector<bool> is_duplicate(batch.games.size());
  for (std::uint32_t number = 0; number < batch.games.size(); ++number) {
    const GameDraft& draft = batch.games[number];
    const std::uint64_t hash = hash_of({draft.moves_hash, claims_of(batch, draft)});
    is_duplicate[number] = is_stored(batch, draft, hash) || is_before(batch, draft, hash);
    batch_.insert(hash, number);
  }
  return is_duplicate;
}

void DuplicateFinder::note_added(GameId first, const DraftBatch& batch) {
  std::int64_t number = number_of(first);
  for (const GameDraft& draft : batch.games) {
    if (number > kLastNumber) return;
    const std::uint64_t hash = hash_of({draft.moves_hash, claims_of(batch, draft)});
    stored_.insert(hash, static_cast<std::uint32_t>(number++));
  }
}

}  // namespace arbiter::db::query
