// Draws along the main line of one game: draws that could be claimed, and automatic draws (Laws
// 5.2.2, 9.2, 9.3, 9.6).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/chess/position.h"
#include "lib/laws/draw_tracker.h"
#include "lib/laws/game_end.h"
#include "lib/laws/rules_profile.h"
#include "lib/laws/wording.h"
#include "lib/pgn/game_reporter.h"
#include "lib/validate/game_summary.h"

namespace arbiter {

// Returns whether this end exists only under the rules of some sites.
constexpr bool is_end_of_site(EndReason reason) {
  return reason == EndReason::ThreefoldRepetition || reason == EndReason::FiftyMoves;
}

// Returns the code of the finding that play continued after an automatic end.
DiagnosticCode code_of_play_past(EndReason reason, RulesProfile profile);

class DrawChecks {
 public:
  explicit DrawChecks(GameReporter& reporter) : reporter_(reporter) {}

  // Starts a game, and checks its initial position. Precondition: `reporter` has started the game.
  void start(const Position& first, RulesProfile profile);

  // Checks the position `now` after the move `token`. Returns true if automatic_end() may have
  // changed. Takes a few ns unless a draw is near.
  [[gnu::always_inline]] bool observe(const Token& token, const Position& now, Move played) {
    const bool is_near = tracker_.observe(now, played);
    const std::uint32_t clock = tracker_.halfmove_clock();
    const bool may_be_dead = clock == 0;  // after a capture or a pawn move
    const bool looks = is_near || (may_be_dead && is_dead_by_material(now.board()));
    if (looks) [[unlikely]]
      look(token, now);
    // The first comparison usually makes the second one unnecessary.
    if (clock >= DrawTracker::kMinToRepeat && clock > longest_run_) [[unlikely]]
      longer_run(token, now);
    return looks;
  }

  struct Ending {
    std::optional<Outcome> outcome;  // the result in the file
    std::optional<GameEnd> end;      // the automatic end on the board
  };
  // Reports the findings of the whole game after the last move. `last` is the span of the
  // terminator or its substitute.
  void finish(TextSpan last, const Ending& ending);

  const DrawTracker& tracker() const { return tracker_; }
  RulesProfile profile() const { return profile_; }

  // Returns the draw that ended the game, at the ply where it happened even if play continued.
  const std::optional<GameEnd>& automatic_end() const { return automatic_end_; }
  const std::optional<ClaimableDraw>& first_claim() const { return first_claim_; }
  // Returns whether a position occurred three times; for draws stated in comments and tags.
  bool had_threefold() const { return had_threefold_; }
  // Returns whether fifty moves were reached; for draws stated in comments and tags.
  bool had_fifty() const { return had_fifty_; }
  // Returns whether a claim with an intended move (9.2.1) was possible at any point.
  bool could_repeat() const { return had_threefold_ || had_chance_ahead_; }

 private:
  // A chance to claim a draw by repetition.
  struct Chance {
    std::uint32_t ply;    // the ply after which the chance existed
    std::uint32_t token;  // the token of the move that led to it
  };

  void look_at_first(const Position& first);
  void look(const Token& token, const Position& now);
  void look_at_threefold(const Token& token, const Position& now);
  void look_at_claim_ahead(const Token& token, const Position& now);
  void look_at_fifty(TextSpan place, const Position& now);
  void fifty_on_board(TextSpan place, const Position& now);
  void fifty_ahead(TextSpan place, const Position& now, std::uint32_t needed);
  void look_at_automatic_end(TextSpan place, const Position& now);
  void look_at_older_rules(const Token& token);
  void longer_run(const Token& token, const Position& now);
  void could_claim(DrawClaim claim);
  void could_claim_repetition(DrawClaim claim, const Token& token, Color claimant);
  void forget_claims_from(std::uint32_t ply);
  std::optional<std::uint32_t> ply_of_move() const;
  std::string longest_run_start() const;
  void report_missed_claims(TextSpan last, Color loser);
  std::string chances_text(Color claimant) const;
  std::string occasions_text(std::span<const Chance> chances) const;

  GameReporter& reporter_;
  DrawTracker tracker_;
  FirstMove first_;
  RulesProfile profile_ = RulesProfile::Fide;
  std::optional<GameEnd> automatic_end_;
  std::optional<ClaimableDraw> first_claim_;
  std::array<std::vector<Chance>, 2> chances_;  // indexed by colour
  bool had_threefold_ = false;
  bool had_fifty_ = false;
  bool had_chance_ahead_ = false;
  bool has_reported_fifty_ = false;
  bool has_reported_older_ = false;
  // The longest run without capture and pawn move, if at least 50 half-moves.
  std::uint32_t longest_run_ = 0;
  std::uint32_t longest_run_end_ = 0;  // its last ply
  TextSpan longest_run_token_;
};

}  // namespace arbiter
