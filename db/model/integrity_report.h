// What a store says about itself when it is checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/model/ids.h"

namespace arbiter {

// Where something is wrong.
enum class IntegrityPart : std::uint8_t {
  File,      // SQLite's own structures
  Names,     // players, events, sites that games refer to
  Games,     // rows: moves that cannot be played, values that cannot be
  Texts,     // tags and movetext
  Columns,   // `fact` against the rows, and folded names
  Findings,  // of games that are not there, of kinds that are not
  Index,     // postings against the games, replayed
  Sums,      // ready sums against the postings
};
inline constexpr std::size_t kIntegrityParts = 8;

// "file", "names", ...
std::string_view to_string(IntegrityPart part);
// Whether `arbiter compact --rebuild` makes it anew from the games.
bool is_derived(IntegrityPart part);

struct IntegrityFault {
  IntegrityPart part{};
  std::optional<GameId> game;
  std::string what;  // a sentence without a full stop
};

class IntegrityListener {
 public:
  IntegrityListener() = default;
  IntegrityListener(const IntegrityListener&) = delete;
  IntegrityListener& operator=(const IntegrityListener&) = delete;
  virtual ~IntegrityListener() = default;

  virtual void on_fault(const IntegrityFault& fault) = 0;
  // So many rows of `game` have been looked at.
  virtual void on_progress(std::uint64_t games) = 0;
};

// What SQLite itself looks at: all, or not whether its indexes fit its tables.
enum class FileCheck : std::uint8_t { Full, Quick };

// Whether tables and the like that are not Arbiter's are faults.
enum class ForeignCheck : std::uint8_t { Tell, Ignore };

struct IntegrityOptions {
  FileCheck file = FileCheck::Full;
  ForeignCheck foreign = ForeignCheck::Tell;
  std::string fault_at_opening = {};  // a page that does not match; empty: none
  unsigned jobs = 1;
};

// What was looked at.
struct IntegrityTotals {
  std::uint64_t pages = 0;
  std::uint64_t games = 0;    // that are not deleted
  std::uint64_t deleted = 0;  // games whose rows are still there
  std::uint64_t plies = 0;    // of the games that are not deleted, replayed
  std::uint64_t names = 0;
  std::uint64_t texts = 0;
  std::uint64_t findings = 0;
  std::uint64_t segments = 0;
  std::uint64_t batches = 0;  // of a cluster
  std::uint64_t postings = 0;
  std::uint64_t sums = 0;                    // positions with ready sums
  std::optional<std::uint32_t> index_plies;  // nothing: all plies are indexed
  std::uint64_t own_objects = 0;             // the user's own tables and the like, not looked at
  std::uint64_t faults = 0;
  // Where pages do not match their checksums: the faults that are there when they are read all the
  // same.
  std::optional<std::uint64_t> faults_inside;
};

}  // namespace arbiter
