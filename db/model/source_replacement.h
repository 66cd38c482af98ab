// The games of a source put in the place of those that it gave before.
#pragma once

#include <cstdint>
#include <vector>

#include "db/model/game_draft.h"
#include "db/model/source.h"

namespace arbiter {

struct ReplacedSource {
  SourceId source{};            // the games of which are compared
  std::vector<SourceId> older;  // the games of which all go
  SourceFile file;              // as it is now
};

struct Replaced {
  std::uint64_t kept = 0;  // games that came again to the letter, under their old numbers
  std::uint64_t added = 0;
  std::uint64_t removed = 0;  // that did not come again
};

// All of it or nothing: nobody sees a change before finish(), and without it there is none.
// Meanwhile nobody else can write, and nothing else is asked of the storage.
class SourceReplacement {
 public:
  SourceReplacement() = default;
  SourceReplacement(const SourceReplacement&) = delete;
  SourceReplacement& operator=(const SourceReplacement&) = delete;
  virtual ~SourceReplacement() = default;

  // The next games of the source; `mark` says how far it was read with them. Those that it gave
  // before are taken out of the batch, the others are added.
  virtual void add(DraftBatch& batch, const SourceMark& mark) = 0;

  // After the last games: the games that did not come again are deleted.
  virtual Replaced finish() = 0;
};

}  // namespace arbiter
