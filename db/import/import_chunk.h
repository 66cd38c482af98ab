// A stretch of a source on its way from the file into a batch.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/import/import_listener.h"
#include "db/model/game_draft.h"
#include "lib/pgn/text_chunks.h"

namespace arbiter::db::import_ {

struct ImportSource;

struct ImportChunk {
  std::uint64_t number = 0;  // from 0, in the order of the text
  ImportProgress progress;   // where the import stood behind it

  TextChunk text;                  // without a byte if the source has none
  ImportSource* source = nullptr;  // see import_feed.h
  bool ends_source = false;
  bool is_cut = false;  // the text ends before its file does: so may its last game

  // Filled by the ChunkDrafter. Lines count from the chunk's start.
  DraftBatch drafts;
  std::vector<std::size_t> game_ends;  // where each of the drafted games ends, in `text`
  std::size_t end = 0;                 // how much of `text` was read: all, unless it is cut
  std::uint64_t games = 0;             // read
  std::uint64_t illegal = 0;           // left out
  std::uint64_t unwanted = 0;          // left out
  std::optional<RefusedGame> refused;  // stands at `end`; neither it nor what follows was read
};

}  // namespace arbiter::db::import_
