#include "lib/laws/loss_ruling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"
#include "lib/laws/board_facts.h"
#include "lib/laws/ply.h"
#include "lib/laws/rules_profile.h"
#include "lib/laws/winnability/material_lemmas.h"

namespace arbiter {

namespace {

enum class ForcedWin : std::uint8_t {
  Yes,       // with a line to mate
  No,        // the other side can force a position in which no mate is possible
  NotFound,  // neither within kForcedWinMoves moves and the positions looked at
};

inline constexpr int kForcedWinMoves = 5;  // of the winner

struct ForcedWinAnswer {
  ForcedWin verdict = ForcedWin::NotFound;
  std::vector<Move> line = {};  // Yes: the fastest mate, against one of the defences
};

constexpr std::uint32_t kMostPositions = 300'000;

class Search {
 public:
  explicit Search(Color winner) : winner_(winner) {}

  ForcedWinAnswer run(const Position& position) {
    for (int moves = 1; moves <= kForcedWinMoves; ++moves) {
      ForcedWinAnswer answer = look(position, 2 * moves);
      if (answer.verdict != ForcedWin::NotFound) {
        std::ranges::reverse(answer.line);
        return answer;
      }
    }
    return {};
  }

 private:
  // The line is built from its end.
  ForcedWinAnswer look(const Position& position, int plies) {
    if (!has_legal_move(position)) {
      const bool is_won = position.is_check() && position.turn() != winner_;
      return {is_won ? ForcedWin::Yes : ForcedWin::No};
    }
    if (!can_win_by_material(PieceSets(position.board()), winner_)) return {ForcedWin::No};
    if (plies == 0 || positions_ == kMostPositions) return {};
    ++positions_;
    return position.turn() == winner_ ? attack(position, plies) : defend(position, plies);
  }

  ForcedWinAnswer attack(const Position& position, int plies) {
    ForcedWin best = ForcedWin::No;
    for (const Move move : legal_moves(position)) {
      ForcedWinAnswer answer = after(position, move, plies);
      if (answer.verdict == ForcedWin::Yes) return answer;
      if (answer.verdict == ForcedWin::NotFound) best = ForcedWin::NotFound;
    }
    return {best};
  }

  ForcedWinAnswer defend(const Position& position, int plies) {
    ForcedWinAnswer worst{ForcedWin::Yes};
    for (const Move move : legal_moves(position)) {
      ForcedWinAnswer answer = after(position, move, plies);
      if (answer.verdict == ForcedWin::No) return {ForcedWin::No};
      if (answer.verdict == ForcedWin::NotFound) worst.verdict = ForcedWin::NotFound;
      if (answer.line.size() > worst.line.size()) worst.line = std::move(answer.line);
    }
    if (worst.verdict != ForcedWin::Yes) worst.line.clear();
    return worst;
  }

  ForcedWinAnswer after(const Position& position, Move move, int plies) {
    Position next = position;
    next.play(move);
    ForcedWinAnswer answer = look(next, plies - 1);
    if (answer.verdict == ForcedWin::Yes) answer.line.push_back(move);
    return answer;
  }

  Color winner_;
  std::uint32_t positions_ = 0;
};

// All lines are tried, one move deeper at a time: at most 300,000 positions.
ForcedWinAnswer find_forced_win(const Position& position, Color winner) {
  return Search(winner).run(position);
}

Ruling won(Color winner, std::string article, std::string reason) {
  return {.state = RulingState::Over,
          .outcome = win_of(winner),
          .article = std::move(article),
          .reason = std::move(reason)};
}

Ruling drawn(std::string article, std::string reason) {
  return {.state = RulingState::Over,
          .outcome = Outcome::Draw,
          .article = std::move(article),
          .reason = std::move(reason)};
}

// Whether the draw by 75 moves comes before the mate at the end of the line.
bool passes_75_moves(const WinnabilityAnswer& chance, const Position& now) {
  Position position = now;
  for (const Move move : chance.line) {
    if (position.halfmove_clock() >= 150) return true;
    position.play(move);
  }
  return false;
}

std::string has_text(const Board& board, Color color) {
  const MaterialCount material = material_of(board, color);
  return board.of(color).has_one()
             ? fmt::format("{} has a bare king", to_string(color))
             : fmt::format("{} has a king and {}", to_string(color), to_string(material));
}

// What the rule of a site or another body is called, and what it looks at.
struct SiteRule {
  std::string_view article;
  std::string_view why_won;
  std::string_view why_drawn;
};

SiteRule words_of(FlagRule rule) {
  switch (rule) {
    case FlagRule::Lichess:
      return {
          "Lichess",
          "with which mate is possible; whether it is possible in this position does not matter",
          "with which no mate is possible"};
    case FlagRule::ChessCom:
      return {"chess.com", "which counts as enough", "which counts as too little here"};
    case FlagRule::Uscf:
    case FlagRule::Laws:
      break;
  }
  return {"US Chess 14E", "which is enough to win on time", "which is not enough to win on time"};
}

// US Chess 14E2 and 14E3.
Ruling by_forced_win(const std::string& has, const Position& now, Color winner) {
  const std::string article = "US Chess 14E";
  ForcedWinAnswer forced = find_forced_win(now, winner);
  if (forced.verdict == ForcedWin::No) {
    return drawn(article, fmt::format("{} and no forced win: {} can force a position in which no "
                                      "mate is possible",
                                      has, to_string(other(winner))));
  }
  if (forced.verdict == ForcedWin::Yes) {
    Ruling ruling =
        won(winner, article,
            fmt::format("{} and a forced win: mate in {}", has, half_moves(forced.line.size())));
    ruling.line = std::move(forced.line);
    return ruling;
  }
  return {
      .state = RulingState::Undetermined,
      .article = article,
      .reason = fmt::format("{}: drawn, unless {} has a forced win; none within {} moves was found",
                            has, to_string(winner), kForcedWinMoves)};
}

Ruling by_material(FlagRule rule, const Position& now, const WinnabilityAnswer& chance,
                   Color winner) {
  const Board& board = now.board();
  const SiteRule words = words_of(rule);
  const std::string has = has_text(board, winner);
  const std::string article(words.article);
  switch (verdict_by_material(rule, board, winner)) {
    case FlagVerdict::Loss:
      return won(winner, article, fmt::format("{}, {}", has, words.why_won));
    case FlagVerdict::Draw:
      return drawn(article, fmt::format("{}, {}", has, words.why_drawn));
    case FlagVerdict::DependsOnForcedWin:
      break;
  }
  if (chance.verdict == Winnability::Unwinnable) {
    return drawn(article, fmt::format("{} and no forced win: {}", has, to_string(chance, winner)));
  }
  return by_forced_win(has, now, winner);
}

}  // namespace

Ruling rule_on_loss(const Position& now, const WinnabilityAnswer& chance, Color loser) {
  const Color winner = other(loser);
  switch (chance.verdict) {
    case Winnability::Unwinnable:
      return drawn("", to_string(chance, winner));
    case Winnability::Undetermined:
      return {
          .state = RulingState::Undetermined,
          .reason = fmt::format("{} loses, unless {} cannot mate by any series of legal moves: "
                                "{}",
                                to_string(loser), to_string(winner), to_string(chance, winner))};
    case Winnability::Winnable:
      break;
  }
  Ruling ruling = won(winner, "", to_string(chance, winner));
  ruling.line = chance.line;
  if (passes_75_moves(chance, now)) {
    ruling.notes.push_back(
        "in the line shown the draw by 75 moves would come first; it is disputed whether Article "
        "9.6.2 applies here, and this answer ignores it");
  }
  return ruling;
}

Ruling rule_on_flag(const Position& now, const Chances& chances, const Incident& incident) {
  const Color winner = other(incident.by);
  const FlagRule rule = flag_rule_of(incident.rules);
  if (rule != FlagRule::Laws) return by_material(rule, now, chances.of(winner), winner);
  Ruling ruling = rule_on_loss(now, chances.of(winner), incident.by);
  ruling.article = "Laws 6.9";
  return ruling;
}

}  // namespace arbiter
