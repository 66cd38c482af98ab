#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "db/model/game_record.h"
#include "db/model/move_code.h"
#include "db/sqlite/query/storage_queries.h"

namespace arbiter::sqlite {
namespace {

// The number of hash columns kept in memory, in 130 kB each.
constexpr std::int64_t kChunksInMemory = 64;

GameIdentity claims_of(const StoredGame& game) {
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

// The search for duplicates of the drafts in a batch.
class DraftSearch {
 public:
  DraftSearch(SqliteReader& reader, const DraftBatch& drafts) : reader_(reader), batch_(drafts) {
    std::vector<std::uint64_t> moves;
    for (const GameDraft& draft : batch_.games) {
      all_hashes_.push_back(duplicate_hash(draft.moves_hash, identity_in(batch_, draft)));
      if (draft.plies < kMinDistinctPlies) moves.push_back(draft.moves_hash);
    }
    by_hash_ = HashTable(all_hashes_);
    short_moves_ = HashTable(moves);
  }

  std::vector<bool> run() {
    ColumnReader& columns = reader_.columns();
    for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
      const auto hashes = columns.column<std::uint64_t>(chunk, GameColumn::MovesHash);
      for (std::size_t i = 0; i < hashes.size(); ++i) {
        const GameId game = game_at(chunk, i);
        if (!short_moves_.find(hashes[i]).empty()) compare_short(game, hashes[i]);
        compare(game, by_hash_.find(hashes[i]));
      }
      if (chunk % kChunksInMemory == kChunksInMemory - 1) columns.forget();
    }
    columns.forget();
    for (std::uint32_t number = 0; number < batch_.games.size(); ++number) {
      if (occurs_before(number)) is_duplicate_[number] = true;
    }
    return is_duplicate_;
  }

 private:
  // Compares a game that has the moves of a short draft.
  void compare_short(GameId number, std::uint64_t moves_hash) {
    const auto game = reader_.games().game(number);
    if (!game || game->plies >= kMinDistinctPlies) return;
    compare(number, by_hash_.find(duplicate_hash(moves_hash, claims_of(*game))));
  }

  void compare(GameId number, std::span<const std::uint32_t> drafts) {
    const auto is_settled = [&](std::uint32_t place) {
      return is_duplicate_[place] || candidates_[place] == kMaxCandidates;
    };
    if (std::ranges::all_of(drafts, is_settled)) return;
    if ((reader_.columns().value(number, GameColumn::Flags) & kDeleted) != 0) return;
    const auto game = reader_.games().game(number);
    if (!game) return;
    for (const std::uint32_t place : drafts) {
      if (is_settled(place)) continue;
      ++candidates_[place];
      const GameDraft& draft = batch_.games[place];
      is_duplicate_[place] =
          has_same_moves(batch_, draft, *game) &&
          may_be_same(identity_in(batch_, draft), claims_of(*game)) &&
          (is_replayed(draft) || batch_.text(draft.record) == reader_.games().record(game->id));
    }
  }

  // Returns whether the same game occurs earlier in the batch.
  bool occurs_before(std::uint32_t number) const {
    const GameDraft& draft = batch_.games[number];
    auto others = by_hash_.find(all_hashes_[number]);
    others = others.first(std::min<std::size_t>(others.size(), kMaxCandidates));
    return std::ranges::any_of(others, [&](std::uint32_t other) {
      return other < number && have_same_moves(batch_, draft, batch_.games[other]) &&
             may_be_same(identity_in(batch_, draft), identity_in(batch_, batch_.games[other]));
    });
  }

  SqliteReader& reader_;
  const DraftBatch& batch_;
  std::vector<std::uint64_t> all_hashes_;
  HashTable by_hash_;
  HashTable short_moves_;  // short drafts, without their players
  std::vector<bool> is_duplicate_ = std::vector<bool>(batch_.games.size());
  // The number of games that were compared with each draft.
  std::vector<std::uint8_t> candidates_ = std::vector<std::uint8_t>(batch_.games.size());
};

}  // namespace

HashTable::HashTable(std::span<const std::uint64_t> hashes)
    : items_(hashes.size()), slots_(std::bit_ceil(2 * hashes.size() + 1)) {
  for (const std::uint64_t hash : hashes) ++slot_of(tag_of(hash)).size;
  std::uint32_t begin = 0;
  for (Slot& slot : slots_) {
    slot.begin = begin;
    begin += std::exchange(slot.size, 0);
  }
  // The items of a slot are in ascending order.
  for (std::uint32_t item = 0; item < hashes.size(); ++item) {
    Slot& slot = slot_of(tag_of(hashes[item]));
    items_[slot.begin + slot.size++] = item;
  }
}

HashTable::Slot& HashTable::slot_of(std::uint32_t tag) {
  for (std::size_t at = tag % slots_.size();; at = (at + 1) % slots_.size()) {
    if (!slots_[at].is_used) slots_[at] = {.tag = tag, .is_used = true};
    if (slots_[at].tag == tag) return slots_[at];
  }
}

std::span<const std::uint32_t> HashTable::find(std::uint64_t hash) const {
  if (items_.empty()) return {};
  const std::uint32_t tag = tag_of(hash);
  const std::size_t last = slots_.size() - 1;  // the number of slots is a power of two
  for (std::size_t at = tag & last; slots_[at].is_used; at = (at + 1) & last) {
    if (slots_[at].tag == tag) {
      return std::span(items_).subspan(slots_[at].begin, slots_[at].size);
    }
  }
  return {};
}

std::vector<bool> find_duplicate_drafts(SqliteReader& reader, const DraftBatch& batch) {
  return DraftSearch(reader, batch).run();
}

}  // namespace arbiter::sqlite
