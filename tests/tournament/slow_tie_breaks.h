// Tie-breaks in the obvious and slow way, as a judge of standings: players or teams by round.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "lib/tournament/tournament.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// One round of a player or a team, in points.
struct SlowRound {
  bool is_played = false;
  bool is_paired = false;
  PlayerIndex opponent = 0;
  double points = 0;
  bool is_requested = false;  // a bye with half a point or none
  bool has_black = false;

  // The free round of a round robin.
  bool is_free() const { return !is_paired && points == 0; }
  bool is_absence() const { return is_requested || (is_paired && !is_played && points == 0); }
};

using SlowRow = std::map<std::uint32_t, SlowRound>;
using SlowGroup = std::vector<PlayerIndex>;

struct SlowTieBreaks {
  SlowTieBreaks() = default;
  SlowTieBreaks(const Tournament& tournament, TieBreakEdition used);

  // Adds the absences of a tournament that is paired by rounds.
  void add_absences();

  double score(PlayerIndex player, bool is_fore = false) const;
  // Returns nothing for tie-breaks without a value.
  std::optional<double> value(const TieBreak& tie_break, PlayerIndex player) const;
  // Returns the sum of the opponents' scores times the points of `own`.
  double product_sum(const TieBreak& tie_break, PlayerIndex player,
                     const std::vector<SlowRow>& own) const;
  // Returns the order of a tied group (C.07, 6), from the best one.
  std::vector<SlowGroup> direct_encounter(const SlowGroup& tied, bool counts_forfeits) const;

  bool is_swiss = false;
  std::uint32_t last_round = 0;
  TieBreakEdition edition = TieBreakEdition::Of2026;
  double win = 1;
  double draw = 0.5;
  std::vector<SlowRow> rows = {};
  std::vector<std::set<std::uint32_t>> unfinished =
      {};                                    // rounds of games without a result, by player
  std::vector<double> ratings = {};          // 0: unrated
  std::vector<double> pairing_numbers = {};  // empty: unknown

 private:
  // The contribution of a round to a sum.
  struct Part {
    double score;  // of the opponent
    double value;
    bool is_absence;
  };

  double points(std::uint32_t round, const SlowRound& one, bool is_fore) const;
  double score_for_others(PlayerIndex player, bool is_fore) const;
  std::vector<Part> parts(const TieBreak& tie_break, PlayerIndex player,
                          const std::vector<SlowRow>* own) const;
  static double cut_sum(std::vector<Part> all, int lowest, int highest);
  double counted(const TieBreak& tie_break, PlayerIndex player) const;
  std::optional<double> rating_value(const TieBreak& tie_break, PlayerIndex player) const;
  std::optional<double> average(const TieBreak& tie_break, PlayerIndex player) const;
  std::vector<SlowGroup> split(const SlowGroup& tied, bool counts_forfeits) const;
};

}  // namespace arbiter::testing
