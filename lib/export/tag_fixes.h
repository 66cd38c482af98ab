// Corrections that a user requests: dates, and facts from a player list.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/export/export_tags.h"
#include "lib/export/game_shape.h"
#include "lib/tournament/list_checks.h"

namespace arbiter {

// Rewrites dates in other notations, and zeros for unknown parts, as PGN dates. An ambiguous or
// impossible date, or a date without a four-digit year, is noted and not changed. With DayFirst or
// MonthFirst, no date is ambiguous.
void fix_dates(ExportTags& tags, TagNotes& notes, TextFix fix = TextFix::Dates);

// Adds FIDE ids, titles, federations and ratings of the listed players to games that lack them. A
// player is identified by FIDE id and name, or by a full name that is unique in the list. If the
// list has a month, only games of that month's events get more than the FIDE id.
class PlayerTags final : public TagEditor {
 public:
  // `known` must outlive this object. Without a month, the list applies to all games.
  PlayerTags(const KnownPlayers& known, std::optional<ListMonth> month)
      : known_(known), month_(month) {}

  void edit(ExportTags& tags, TagNotes& notes) const override;

 private:
  const KnownPlayers& known_;
  std::optional<ListMonth> month_;
};

// Requests the players of all games from a list, without changing the tags.
class PlayerRequests final : public TagEditor {
 public:
  explicit PlayerRequests(KnownPlayers& known) : known_(known) {}

  void edit(ExportTags& tags, TagNotes& notes) const override;

 private:
  KnownPlayers& known_;
  mutable std::mutex mutex_;
};

}  // namespace arbiter
