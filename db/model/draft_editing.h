// Parts of batches put together and taken out.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "db/model/game_draft.h"
#include "db/model/source.h"

namespace arbiter {

// How much a batch held at some moment.
struct BatchSize {
  std::size_t games = 0;
  std::size_t findings = 0;
  std::size_t postings = 0;
  std::size_t bytes = 0;
};
BatchSize size_of(const DraftBatch& batch);
// Takes out everything that was added since.
void shrink(DraftBatch& batch, const BatchSize& size);

// In bytes of memory.
std::size_t memory_of(const DraftBatch& batch);

struct DraftRange {
  std::size_t first = 0;
  std::size_t count = 0;
};
// Puts some games of `from` behind those of `to`. All of them: DraftBatch::append() is faster.
void append_games(DraftBatch& to, const DraftBatch& from, DraftRange range);

// Takes games out, their postings too; what else they had stays unused in the batch. `is_unwanted`
// has an element a game.
void remove_games(DraftBatch& batch, const std::vector<bool>& is_unwanted);

// Takes out the games that begin before what has been read of their source, which `mark_of` knows;
// returns the marks of what is left, one for each of `marks`. The batch's games are from the
// sources of `marks` in that order.
std::vector<SourceMark> skip_known(DraftBatch& batch, std::span<const SourceMark> marks,
                                   const std::function<SourceMark(SourceId)>& mark_of);

}  // namespace arbiter
