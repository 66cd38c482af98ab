#include "db/sqlite/query/duplicates.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "db/model/fingerprint.h"
#include "db/model/move_code.h"
#include "db/model/same_game.h"
#include "lib/tags/name_folding.h"

namespace arbiter::sqlite {
namespace {

// The column of hashes of a chunk is 130 kB.
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

GameClaims claims_of(const StoredGame& game) {
  return {.white = game.white,
          .black = game.black,
          .date = game.date,
          .result = game.result,
          .plies = game.plies};
}

constexpr std::uint32_t tag_of(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash >> 32);
}

bool has_same_moves(const DraftBatch& batch, const GameDraft& draft, const StoredGame& game) {
  if (batch.text(draft.start) != game.start) return false;
  std::string moves;
  pack_moves(game.moves, moves);
  return batch.text(draft.moves) == moves;
}

}  // namespace

HashTable::HashTable(std::span<const std::uint64_t> hashes)
    : things_(hashes.size()), slots_(std::bit_ceil(2 * hashes.size() + 1)) {
  for (const std::uint64_t hash : hashes) ++slot_of(tag_of(hash)).size;
  std::uint32_t begin = 0;
  for (Slot& slot : slots_) {
    slot.begin = begin;
    begin += std::exchange(slot.size, 0);
  }
  // Those of a slot by rising number.
  for (std::uint32_t thing = 0; thing < hashes.size(); ++thing) {
    Slot& slot = slot_of(tag_of(hashes[thing]));
    things_[slot.begin + slot.size++] = thing;
  }
}

HashTable::Slot& HashTable::slot_of(std::uint32_t tag) {
  for (std::size_t at = tag % slots_.size();; at = (at + 1) % slots_.size()) {
    if (!slots_[at].is_used) slots_[at] = {.tag = tag, .is_used = true};
    if (slots_[at].tag == tag) return slots_[at];
  }
}

std::span<const std::uint32_t> HashTable::find(std::uint64_t hash) const {
  if (things_.empty()) return {};
  const std::uint32_t tag = tag_of(hash);
  const std::size_t last = slots_.size() - 1;  // there are a power of two
  for (std::size_t at = tag & last; slots_[at].is_used; at = (at + 1) & last) {
    if (slots_[at].tag == tag) {
      return std::span(things_).subspan(slots_[at].begin, slots_[at].size);
    }
  }
  return {};
}

// A batch that is looked for.
struct DuplicateFinder::Search {
  explicit Search(const DraftBatch& drafts)
      : batch(drafts), is_duplicate(drafts.games.size()), candidates(drafts.games.size()) {
    std::vector<std::uint64_t> hashes;
    std::vector<std::uint64_t> moves;
    for (const GameDraft& draft : batch.games) {
      hashes.push_back(hash_of({draft.moves_hash, claims_in(batch, draft)}));
      if (draft.plies < kTellingPlies) moves.push_back(draft.moves_hash);
    }
    by_hash = HashTable(hashes);
    short_moves = HashTable(moves);
    all_hashes = std::move(hashes);
  }

  const DraftBatch& batch;
  std::vector<std::uint64_t> all_hashes;
  HashTable by_hash;
  HashTable short_moves;  // of drafts with few moves, without their players
  std::vector<bool> is_duplicate;
  std::vector<std::uint8_t> candidates;  // that were compared with a draft
};

std::vector<bool> DuplicateFinder::find(const DraftBatch& batch) {
  Search search(batch);
  ColumnReader& columns = reader_.columns();
  for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
    const auto hashes = columns.column<std::uint64_t>(chunk, GameColumn::MovesHash);
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      const GameId game = game_at(chunk, i);
      if (!search.short_moves.find(hashes[i]).empty()) compare_short(search, game, hashes[i]);
      compare(search, game, search.by_hash.find(hashes[i]));
    }
    if (chunk % kChunksInMemory == kChunksInMemory - 1) columns.forget();
  }
  columns.forget();
  for (std::uint32_t number = 0; number < batch.games.size(); ++number) {
    if (is_before(search, number)) search.is_duplicate[number] = true;
  }
  return search.is_duplicate;
}

// A game with the moves of drafts that have few of them.
void DuplicateFinder::compare_short(Search& search, GameId number, std::uint64_t moves_hash) {
  const auto game = reader_.games().game(number);
  if (!game || game->plies >= kTellingPlies) return;
  compare(search, number, search.by_hash.find(hash_of({moves_hash, claims_of(*game)})));
}

void DuplicateFinder::compare(Search& search, GameId number,
                              std::span<const std::uint32_t> drafts) {
  const auto is_settled = [&](std::uint32_t place) {
    return search.is_duplicate[place] || search.candidates[place] == kMaxCandidates;
  };
  if (std::ranges::all_of(drafts, is_settled)) return;
  if ((reader_.columns().value(number, GameColumn::Flags) & kDeleted) != 0) return;
  const auto game = reader_.games().game(number);
  if (!game) return;
  for (const std::uint32_t place : drafts) {
    if (is_settled(place)) continue;
    ++search.candidates[place];
    const GameDraft& draft = search.batch.games[place];
    search.is_duplicate[place] =
        has_same_moves(search.batch, draft, *game) &&
        may_be_same(claims_in(search.batch, draft), claims_of(*game)) &&
        (is_replayed(draft) || search.batch.text(draft.record) == reader_.games().record(game->id));
  }
}

// Whether a game comes earlier in the batch that is the same.
bool DuplicateFinder::is_before(const Search& search, std::uint32_t number) {
  const DraftBatch& batch = search.batch;
  const GameDraft& draft = batch.games[number];
  auto others = search.by_hash.find(search.all_hashes[number]);
  others = others.first(std::min<std::size_t>(others.size(), kMaxCandidates));
  return std::ranges::any_of(others, [&](std::uint32_t other) {
    return other < number && have_same_moves(batch, draft, batch.games[other]) &&
           may_be_same(claims_in(batch, draft), claims_in(batch, batch.games[other]));
  });
}

}  // namespace arbiter::sqlite
