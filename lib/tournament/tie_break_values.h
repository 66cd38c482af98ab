// Tie-break values (FIDE Handbook C.07, 7 to 10 and 14 to 16) and places, for players and teams.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lib/tournament/standings.h"
#include "lib/tournament/tie_break.h"
#include "lib/tournament/tournament.h"

namespace arbiter {

inline constexpr Hundredths kHalfPoint = 50;

// The rounds of all players, or of all teams by their match points or by their game points.
struct ScoredRounds {
  std::vector<PlayerRecord> records;
  Scoring scoring;
  std::uint32_t rounds = 0;       // the last round with a result
  bool is_predetermined = false;  // everybody meets everybody, so forfeits count as games (15.2)
  std::span<const Player> players = {};
};

class TieBreakValues {
 public:
  // `scored` must outlive this object. Takes linear time in the rounds of all players.
  TieBreakValues(const ScoredRounds& scored, TieBreakEdition edition);

  const ScoredRounds& scored() const { return scored_; }

  // Returns nothing if a pairing number is needed but unknown, or if the tie-break sorts tied
  // players instead (DE). Also returns nothing for a rating tie-break if a player is unrated,
  // unless the tie-break sets a rating (10).
  std::optional<Hundredths> value(const TieBreak& tie_break, PlayerIndex player) const;

  // Returns the sum of the opponents' scores of this kind times a team's own points of another kind
  // (12).
  Hundredths product_sum(const TieBreak& tie_break, PlayerIndex team,
                         const ScoredRounds& own) const;

 private:
  // Opponents in forfeited games count as met if pairings are predetermined (15.2), except for
  // ratings.
  enum class Opponents : std::uint8_t { Met, AtTheBoard };

  // The contribution of a round to a sum over opponents.
  struct Contribution {
    HalfPoints score = 0;  // score of the opponent, or of the dummy opponent
    Hundredths value = 0;
    bool is_voluntary = false;

    // The order in which values are cut: by the opponent's score, and for equal scores by the value
    // (14.1).
    std::pair<HalfPoints, Hundredths> significance() const { return {score, value}; }
  };

  bool has_points_of_win(const PlayerRound& round) const;
  // Returns whether this is the free round of a round robin with an odd number of players, which
  // sums over opponents ignore.
  bool is_free(const PlayerRound& round) const {
    return scored_.is_predetermined && !round.opponent && round.points == 0;
  }
  HalfPoints draw_points() const { return scored_.scoring.draw[0]; }
  bool is_last_game(const PlayerRound& round) const;
  HalfPoints adjusted_score(PlayerIndex player, bool is_fore) const;
  HalfPoints own_score(PlayerIndex player, bool is_fore) const;
  HalfPoints score_for_others(PlayerIndex player, bool is_fore) const;
  HalfPoints dummy_score(PlayerIndex player, const PlayerRound& round, bool is_fore) const;
  std::vector<Contribution> contributions(const TieBreak& tie_break, PlayerIndex player,
                                          const PlayerRecord* own) const;
  static Hundredths sum(std::vector<Contribution> values, std::size_t lowest, std::size_t highest);
  Hundredths progressive(const TieBreak& tie_break, PlayerIndex player) const;
  Hundredths standard_points(PlayerIndex player) const;
  Hundredths koya(const TieBreak& tie_break, PlayerIndex player) const;
  template <class Value>
  std::optional<Hundredths> average(PlayerIndex player, Value value, Opponents opponents) const;
  std::optional<Hundredths> average_of_buchholz(const TieBreak& tie_break,
                                                PlayerIndex player) const;
  std::optional<Hundredths> average_of_opponents(const TieBreak& tie_break,
                                                 PlayerIndex player) const;
  std::uint32_t rating(const TieBreak& tie_break, PlayerIndex player) const;
  std::optional<Hundredths> rating_value(const TieBreak& tie_break, PlayerIndex player) const;

  const ScoredRounds& scored_;
  TieBreakEdition edition_;
  std::vector<HalfPoints> adjusted_;
  std::vector<HalfPoints> fore_adjusted_;
  bool has_unrated_ = false;
};

using TiedGroup = std::vector<PlayerIndex>;

// The result of a tie-break that sorts tied players, such as DE.
struct TiedOrder {
  std::vector<TiedGroup> groups;             // the best first
  std::map<PlayerIndex, Hundredths> values;  // displayed values, if the tie-break separates players
};

// Sorts tied players by the games among them (6), recursively within each group that is still tied.
TiedOrder direct_encounter(const TieBreakValues& values, bool counts_forfeits,
                           const TiedGroup& tied);

// Sorts a tied group; returns nothing for a tie-break that has values.
using OrderOfTied = std::function<std::optional<TiedOrder>(const TieBreak&, const TiedGroup&)>;

// Sorts rows by merit and tie-breaks, and sets their places: tied rows have the same place, and are
// sorted by name.
void rank_rows(Standings& standings, const OrderOfTied& order,
               const std::function<std::string_view(PlayerIndex)>& name);

}  // namespace arbiter
