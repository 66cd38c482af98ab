#include "lib/laws/draw_claims.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lib/laws/fifty_moves.h"
#include "lib/laws/illegal_move_ruling.h"
#include "lib/laws/ply.h"
#include "lib/laws/wording.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

Ruling granted(std::string article, std::string reason) {
  return {.state = RulingState::Over,
          .outcome = Outcome::Draw,
          .article = std::move(article),
          .reason = std::move(reason),
          .notes = {"a correct claim ends the game at once (Laws 9.5.2)"}};
}

class Claim {
 public:
  Claim(const GameHistory& game, const Standing& standing, const Incident& incident)
      : game_(game), standing_(standing), incident_(incident) {}

  Ruling rule() const {
    const bool is_threefold = incident_.event == GameEvent::ThreefoldClaim;
    if (incident_.by != game_.now.turn()) {
      return refused(is_threefold ? "Laws 9.2" : "Laws 9.3",
                     fmt::format("only the player to move can claim, and it is {}'s turn",
                                 to_string(game_.now.turn())));
    }
    return is_threefold ? threefold() : fifty();
  }

 private:
  Ruling refused(std::string article, std::string reason) const {
    Ruling ruling{.state = RulingState::GoesOn,
                  .article = std::move(article),
                  .reason = "the claim is not correct: " + std::move(reason)};
    ruling.notes.push_back(fmt::format("{} gets {}", to_string(other(incident_.by)),
                                       time_penalty(incident_.pace, "9.5.3")));
    if (incident_.intended && incident_.by == game_.now.turn()) {
      ruling.notes.push_back(fmt::format(
          "the move {} has been announced and must be played (Laws 9.5.3)", move_text()));
    }
    return ruling;
  }

  std::string move_text() const { return san_of(*incident_.intended, game_.now); }

  static bool has(const MoveList& moves, Move move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  }

  std::string occurrences_text() const {
    std::vector<std::string> names;
    for (const std::uint32_t ply : standing_.occurrences) {
      names.push_back(ply == 0 ? "at the start"
                               : "after " + ply_name(ply, FirstMove(Position(game_.first))));
    }
    if (names.size() == 1) return "the position on the board has occurred once";
    return fmt::format("the position has occurred {} times: {}", names.size(), listed(names));
  }

  // What would have made the claim right.
  void hint(const MoveList& moves, std::string_view article, Ruling& ruling) const {
    if (moves.is_empty() || incident_.intended) return;
    std::vector<std::string> names;
    for (const Move move : moves) names.push_back(san_of(move, game_.now));
    std::sort(names.begin(), names.end());
    ruling.notes.push_back(fmt::format(
        "with {} written down but not played, the claim would have been correct (Laws {})",
        fmt::join(names, " or "), article));
  }

  Position after_intended() const {
    Position after = game_.now;
    after.play(*incident_.intended);
    return after;
  }

  // Eight half-moves lead to a third occurrence, seven and the one written down.
  bool may_lie_before_the_first_position() const {
    if (incident_.intended && after_intended().halfmove_clock() == 0) return false;
    const std::uint32_t needed = incident_.intended ? 7 : 8;
    return standing_.unknown_half_moves > 0 && game_.now.halfmove_clock() >= needed;
  }

  Ruling threefold() const {
    if (incident_.intended) {
      if (is_checkmate(after_intended())) {
        return refused(
            "Laws 9.2.1",
            fmt::format("{} mates, and a position that ends the game cannot have occurred before",
                        move_text()));
      }
      if (has(standing_.moves_to_threefold, *incident_.intended)) {
        return granted("Laws 9.2.1",
                       fmt::format("{}, written down but not played, leads to a position that will "
                                   "have occurred at least three times",
                                   move_text()));
      }
    } else if (standing_.has_threefold()) {
      return granted("Laws 9.2.2", occurrences_text());
    }
    if (may_lie_before_the_first_position()) {
      return {.state = RulingState::Undetermined,
              .article = "Laws 9.2",
              .reason = fmt::format("the last {} before the initial position are unknown, and this "
                                    "position may have occurred in them",
                                    half_moves(standing_.unknown_half_moves))};
    }
    Ruling ruling =
        incident_.intended
            ? refused("Laws 9.2.1",
                      fmt::format("the position after {} would not have occurred three times",
                                  move_text()))
            : refused("Laws 9.2.2", occurrences_text());
    hint(standing_.moves_to_threefold, "9.2.1", ruling);
    return ruling;
  }

  std::string clock_text() const {
    const std::uint32_t clock = game_.now.halfmove_clock();
    const std::uint32_t needed = standing_.half_moves_to_claim;
    const std::string rule =
        needed == kFiftyMoves
            ? "fifty moves by each player are 100 half-moves"
            : fmt::format("the Laws of that time required {} moves by each player in this ending",
                          needed / 2);
    return fmt::format("{} {} been made without a capture or a pawn move, and {}",
                       half_moves(clock), clock == 1 ? "has" : "have", rule);
  }

  Ruling fifty() const {
    if (incident_.intended) {
      if (has(standing_.moves_to_fifty, *incident_.intended)) {
        return granted("Laws 9.3.1",
                       fmt::format("{}; {}, written down but not played, completes them",
                                   clock_text(), move_text()));
      }
    } else if (game_.now.halfmove_clock() >= standing_.half_moves_to_claim) {
      return granted("Laws 9.3.2", clock_text());
    }
    Ruling ruling = refused(incident_.intended ? "Laws 9.3.1" : "Laws 9.3.2", clock_text());
    hint(standing_.moves_to_fifty, "9.3.1", ruling);
    return ruling;
  }

  const GameHistory& game_;
  const Standing& standing_;
  const Incident& incident_;
};

}  // namespace

Ruling rule_on_claim(const GameHistory& game, const Standing& standing, const Incident& incident) {
  return Claim(game, standing, incident).rule();
}

}  // namespace arbiter
