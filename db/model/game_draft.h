// A game on its way into the database, and a batch of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/ending.h"
#include "db/model/position_sums.h"
#include "db/model/posting.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/game_end.h"
#include "lib/openings/opening_table.h"

namespace arbiter {

// See "flags" in README.md.
enum GameFlag : std::uint8_t {
  kDeleted = 1,
  kIncomplete = 2,
  kHasMovetext = 4,
  kDuplicate = 8,
  kUnchecked = 16,
};

struct DraftFinding {
  DiagnosticCode code;
  std::uint32_t ply = 0;  // 0: not about a move

  bool operator==(const DraftFinding&) const = default;
};

// A stretch of a batch's bytes.
struct BatchSpan {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

// A game before it has a number. All text is UTF-8. An empty name is a tag that is
// missing or empty.
struct GameDraft {
  BatchSpan white, black, event, site, round;
  BatchSpan start;              // Shredder-FEN; empty: the usual first position
  BatchSpan moves;              // as move_code.h packs them
  BatchSpan record;             // as game_record.h writes it
  std::uint32_t date = 0;       // yyyymmdd, 0 for what is not known
  std::uint16_t white_elo = 0;  // 0: not known
  std::uint16_t black_elo = 0;
  std::uint16_t eco = 0;  // 0: none; else 1 + 100 * (letter - 'A') + number
  std::uint16_t plies = 0;
  Outcome result = Outcome::Unknown;
  Ending ending = Ending::Unknown;
  std::uint8_t flags = 0;
  std::uint32_t first_finding = 0;  // in the batch's findings
  std::uint32_t findings = 0;
  std::uint32_t set_aside = 0;   // pieces of text that cannot be kept as moves; not stored
  std::uint64_t moves_hash = 0;  // of first position and main line
  std::uint64_t offset = 0;      // in the unpacked source
  std::uint64_t line = 0;        // from 1
  PlayedOpening opening = {};    // of a table that outlives this
};

// Games in the order of their source.
struct DraftBatch {
  std::vector<GameDraft> games;
  std::vector<DraftFinding> findings;
  std::vector<Posting> postings;  // of all games, Posting::game counted from the batch's first
  std::string bytes;              // what the stretches are of

  std::string_view text(BatchSpan stretch) const {
    return std::string_view(bytes).substr(stretch.offset, stretch.size);
  }
  BatchSpan add(std::string_view text) {
    bytes.append(text);
    return {static_cast<std::uint32_t>(bytes.size() - text.size()),
            static_cast<std::uint32_t>(text.size())};
  }
  void clear();
  // Puts the games of `other` behind these. Cost: one copy.
  void append(const DraftBatch& other);
};

// What each game of a batch adds to a sum.
std::vector<GameFacts> facts_of(const DraftBatch& batch);

}  // namespace arbiter
