// The numbers behind the places; used by standings.cc only.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lib/tournament/standings.h"

namespace arbiter {

class TieBreakValues {
 public:
  explicit TieBreakValues(const Tournament& tournament);

  const std::vector<PlayerRecord>& records() const { return records_; }

  // Not for DirectEncounter, which depends on who is level. Nothing: ratings are not known.
  std::optional<Quarters> value(TieBreak tie_break, PlayerIndex player) const;

  // Of players who are level: by player of `level`, the points of each against the others, or their
  // order where not all have met but it is decided (6.2); nothing where it decides nothing.
  std::vector<std::optional<Quarters>> direct_encounter(std::span<const PlayerIndex> level) const;

 private:
  // What a round adds to a sum over opponents.
  struct Contribution {
    Quarters value;
    bool is_voluntary;
  };
  enum class Weight { Score, ScoreTimesResult };

  std::vector<Contribution> contributions(PlayerIndex player, Weight weight, bool is_fore) const;
  Quarters sum(std::vector<Contribution> contributions, std::size_t lowest,
               std::size_t highest) const;
  HalfPoints adjusted_score(PlayerIndex player, bool is_fore) const;
  Quarters progressive(PlayerIndex player) const;
  Quarters koya(PlayerIndex player) const;
  std::optional<Quarters> rating_value(TieBreak tie_break, PlayerIndex player) const;
  bool adjusts() const { return tournament_.system != System::RoundRobin; }

  const Tournament& tournament_;
  std::vector<PlayerRecord> records_;
};

}  // namespace arbiter
