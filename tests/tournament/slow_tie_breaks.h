// Tie-breaks computed in a slow but obvious way, to verify standings: players or teams by round.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "lib/tournament/tournament.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// A round of a player or team, in points.
struct SlowRound {
  bool is_played = false;
  bool is_paired = false;
  PlayerIndex opponent = 0;
  double points = 0;
  bool is_requested = false;  // true for a half-point or zero-point bye
  bool has_black = false;

  // Returns whether this is the free round of a round robin.
  bool is_free() const { return !is_paired && points == 0; }
  bool is_absence() const { return is_requested || (is_paired && !is_played && points == 0); }
};

using SlowRow = std::map<std::uint32_t, SlowRound>;
using SlowGroup = std::vector<PlayerIndex>;

struct SlowTieBreaks {
  SlowTieBreaks() = default;
  SlowTieBreaks(const Tournament& tournament, TieBreakEdition used);

  // Adds the absences in a tournament with pairings by round.
  void add_absences();

  double score(PlayerIndex player, bool is_fore = false) const;
  // Returns nothing for tie-breaks without a value.
  std::optional<double> value(const TieBreak& tie_break, PlayerIndex player) const;
  // Returns the sum of the opponents' scores times the points of `own`.
  double product_sum(const TieBreak& tie_break, PlayerIndex player,
                     const std::vector<SlowRow>& own) const;
  // Returns the order of a tied group (C.07, 6), best first.
  std::vector<SlowGroup> direct_encounter(const SlowGroup& tied, bool counts_forfeits) const;

  bool is_swiss = false;
  std::uint32_t last_round = 0;
  TieBreakEdition edition = TieBreakEdition::Of2026;
  double win = 1;
  double draw = 0.5;
  std::vector<SlowRow> rows = {};
  std::vector<std::set<std::uint32_t>> unfinished = {};  // rounds of unfinished games, by player
  std::vector<double> ratings = {};                      // 0 if unrated
  std::vector<double> pairing_numbers = {};              // empty if unknown

 private:
  // The contribution of a round to a sum.
  struct Part {
    double score;  // score of the opponent
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
