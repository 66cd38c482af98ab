// Which games a filter means before they are in the database.
#pragma once

#include <vector>

#include "db/model/game_draft.h"
#include "db/model/game_filter.h"
#include "db/model/name_pattern.h"

namespace arbiter::db::import_ {

// The same answers as select_games(), for one game at a time; the source is not asked for. May
// be asked by several threads at once. Some 100 ns, and more for names and material.
class DraftSelection {
 public:
  explicit DraftSelection(GameFilter filter);

  // `game` is one of the batch's.
  bool contains(const DraftBatch& batch, const GameDraft& game) const;

 private:
  using Patterns = std::vector<NamePattern>;

  bool fits_names(const DraftBatch& batch, const GameDraft& game) const;
  bool fits_numbers(const GameDraft& game) const;
  bool fits_kinds(const GameDraft& game) const;
  bool has_finding(const DraftBatch& batch, const GameDraft& game) const;
  bool fits_material(const DraftBatch& batch, const GameDraft& game) const;

  GameFilter filter_;
  Patterns player_, white_, black_, event_, site_;
};

}  // namespace arbiter::db::import_
