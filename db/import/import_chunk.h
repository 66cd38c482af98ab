// A stretch of a source on its way from the file into a batch.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/import/import_listener.h"
#include "db/model/game_draft.h"
#include "lib/pgn/reader.h"

namespace arbiter {

struct ImportSource;

struct ImportChunk {
  std::uint64_t number = 0;  // from 0, in the order of the text
  ImportProgress progress;   // where the import stood behind it

  TextChunk text;                  // without a byte if the source has none
  ImportSource* source = nullptr;  // see import_feed.h
  bool ends_source = false;
  bool is_cut = false;  // the text ends before its file does: so may its last game

  // Filled by the ChunkDrafter, for one part of the text after the other. Lines count from the
  // part's start.
  std::size_t begin = 0;  // of the part, in `text`
  bool has_more = false;  // the next part is drafted when this one has been gathered
  DraftBatch drafts;
  std::vector<std::size_t> game_ends;  // where each of the drafted games ends, in `text`
  std::size_t end = 0;                 // of the part; of `text`, unless it is cut or has_more
  std::uint64_t games = 0;             // read
  std::uint64_t illegal = 0;           // left out
  std::uint64_t unwanted = 0;          // left out
  std::uint64_t lines_between = 0;     // of text between games, which is not kept
  std::optional<RefusedGame> refused;  // stands at `end`; neither it nor what follows was read
  std::vector<DiagnosticCode> findings_behind;  // the last game of the text

  bool is_last_of_source() const { return ends_source && !has_more; }
};

}  // namespace arbiter
