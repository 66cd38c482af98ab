// Drafts of games to be stored in a database, and batches of drafts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/position_sums.h"
#include "db/model/posting.h"
#include "db/model/source.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/game_end.h"
#include "lib/openings/opening_table.h"

namespace arbiter {

// The flags of a game (README.md, "Tables").
enum GameFlag : std::uint8_t {
  kDeleted = 1,
  kIncomplete = 2,
  kHasMovetext = 4,
  kDuplicate = 8,
  kUnchecked = 16,
};

struct DraftFinding {
  DiagnosticCode code;
  std::uint32_t ply = 0;  // 0 if the finding is not about a move

  bool operator==(const DraftFinding&) const = default;
};

struct BatchSpan {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

// A game to be stored, which has no id yet. All text is UTF-8. An empty name means that the tag is
// missing or empty.
struct GameDraft {
  BatchSpan white, black, event, site, round;
  BatchSpan start;              // Shredder-FEN; empty for the standard initial position
  BatchSpan moves;              // packed as in move_code.h
  BatchSpan record;             // packed as in game_record.h
  std::uint32_t date = 0;       // yyyymmdd, 0 for unknown parts
  std::uint16_t white_elo = 0;  // 0 if unknown
  std::uint16_t black_elo = 0;
  std::uint16_t eco = 0;  // 0 if missing, otherwise 1 + 100 * (letter - 'A') + number
  std::uint16_t plies = 0;
  Outcome result = Outcome::Unknown;
  Ending ending = Ending::Unknown;
  std::uint8_t flags = 0;
  std::uint32_t first_finding = 0;  // index of the first finding in the batch
  std::uint32_t findings = 0;
  // The number of text fragments that could not be parsed as moves; not stored.
  std::uint32_t set_aside = 0;
  std::uint64_t moves_hash = 0;  // hash of the initial position and the main line
  std::uint64_t offset = 0;      // offset in the decompressed source
  std::uint64_t line = 0;        // line number, from 1
  PlayedOpening opening = {};    // refers to a table that outlives the draft
};

// Drafts in the order of their source, and the bytes that they refer to.
struct DraftBatch {
  std::vector<GameDraft> games;
  std::vector<DraftFinding> findings;
  std::vector<Posting> postings;  // postings of all games; Posting::game is an index into `games`
  std::string bytes;

  std::string_view text(BatchSpan span) const {
    return std::string_view(bytes).substr(span.offset, span.size);
  }
  BatchSpan add(std::string_view text) {
    bytes.append(text);
    return {static_cast<std::uint32_t>(bytes.size() - text.size()),
            static_cast<std::uint32_t>(text.size())};
  }
  void clear();
  // Appends copies of the games of `other`.
  void append(const DraftBatch& other);
};

// Returns the facts of each game in the batch that are added to sums.
std::vector<GameFacts> facts_of(const DraftBatch& batch);

// The size of a batch, to which shrink() can restore it.
struct BatchSize {
  std::size_t games = 0;
  std::size_t findings = 0;
  std::size_t postings = 0;
  std::size_t bytes = 0;
};
BatchSize size_of(const DraftBatch& batch);
// Restores the batch to an earlier size.
void shrink(DraftBatch& batch, const BatchSize& size);

// Returns the memory use of the batch in bytes.
std::size_t memory_of(const DraftBatch& batch);

struct DraftRange {
  std::size_t first = 0;
  std::size_t count = 0;
};
// Appends a range of the games of `from` to `to`. DraftBatch::append() is faster for all games.
void append_games(DraftBatch& to, const DraftBatch& from, DraftRange range);

// Removes games and their postings; their other data remain unused in the batch. `is_unwanted` has
// one element for each game.
void remove_games(DraftBatch& batch, const std::vector<bool>& is_unwanted);

// Removes games that are before the current mark of their source, as returned by `mark_of`. Returns
// the marks of the remaining games, one for each of `marks`. Precondition: the batch's games come
// from the sources of `marks`, in that order.
std::vector<SourceMark> skip_known(DraftBatch& batch, std::span<const SourceMark> marks,
                                   const std::function<SourceMark(SourceId)>& mark_of);

}  // namespace arbiter
