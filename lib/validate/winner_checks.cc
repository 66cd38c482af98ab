#include "lib/validate/winner_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "lib/laws/flag_rule.h"
#include "lib/laws/ply.h"
#include "lib/laws/winnability/winnability.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

// Enough for every position of a real game.
constexpr WinnabilityLimits kLimits{.positions = 20'000};
constexpr std::size_t kShownMoves = 8;

// The beginning of a line, with its length: "Ka5 Bc7+ ... Bb6#, 12 half-moves".
std::string shortened_line(Position position, const std::vector<Move>& line) {
  std::string text;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool is_shown =
        line.size() <= kShownMoves + 1 || at < kShownMoves || at + 1 == line.size();
    if (is_shown) text += (text.empty() ? "" : " ") + san_of(line[at], position);
    if (at == kShownMoves && !is_shown) text += " ...";
    position.play(line[at]);
  }
  return text + ", " + half_moves(line.size());
}

class WinnerChecks {
 public:
  WinnerChecks(GameReporter& reporter, const PlayedGame& played, const StatedEnd& end)
      : reporter_(reporter), last_(played.last), played_(played), end_(end) {}

  void run() {
    if (end_.outcome == Outcome::Draw) return check_draw_on_time();
    const Color winner = end_.outcome == Outcome::WhiteWins ? Color::White : Color::Black;
    const auto& proof = played_.cannot_mate[static_cast<std::size_t>(winner)];
    if (flag_rule_of(end_.profile) == FlagRule::Laws) {
      if (proof) check_by_laws(winner, *proof);
    } else if (end_.cause == EndCause::Time) {
      check_by_site(winner, proof);
    }
  }

 private:
  void say(DiagnosticCode code, std::string message) {
    reporter_.report(
        code, end_.span,
        {.message = std::move(message), .ply = static_cast<std::uint32_t>(played_.moves.size())});
  }

  void check_by_laws(Color winner, WinnabilityProof proof);
  void check_by_site(Color winner, std::optional<WinnabilityProof> proof);
  void check_draw_on_time();

  GameReporter& reporter_;
  const Position& last_;
  const PlayedGame& played_;
  const StatedEnd& end_;
};

void WinnerChecks::check_by_laws(Color winner, WinnabilityProof proof) {
  const std::string_view loser = to_string(other(winner));
  const bool may_resign = is_before_2023(end_.profile);
  const auto report = [&](DiagnosticCode code, std::string_view deed, std::string_view unless) {
    if (!reporter_.wants_or_counts(code)) return;
    say(code, fmt::format("{}{}, but {} cannot mate by any series of legal moves (proof: {}): the "
                          "game is drawn{}",
                          loser, deed, to_string(winner), to_string(proof), unless));
  };
  switch (end_.cause) {
    case EndCause::Time:
      return report(DiagnosticCode::WinOnTimeButUnwinnable, "'s flag fell", "");
    case EndCause::Resignation:
      if (may_resign) return;
      return report(DiagnosticCode::ResignedButUnwinnable, " resigned", "");
    case EndCause::RulesInfraction:
      return report(DiagnosticCode::IllegalMoveLossButUnwinnable, " lost by an illegal move", "");
    case EndCause::Forfeit:
    case EndCause::Adjudication:
      return;  // the arbiter decides
    default:
      return report(DiagnosticCode::WinButUnwinnable, " lost without mate",
                    may_resign
                        ? fmt::format(", unless {} resigned, which always lost before 2023", loser)
                        : std::string());
  }
}

void WinnerChecks::check_by_site(Color winner, std::optional<WinnabilityProof> proof) {
  const FlagRule rule = flag_rule_of(end_.profile);
  const FlagVerdict verdict = verdict_by_material(rule, last_.board(), winner);
  if (verdict == FlagVerdict::Draw) {
    if (!reporter_.wants_or_counts(DiagnosticCode::WinOnTimeButUnwinnable)) return;
    say(DiagnosticCode::WinOnTimeButUnwinnable,
        fmt::format("{}'s flag fell, but by the rules of {} {} lacks the material to mate: the "
                    "game is drawn",
                    to_string(other(winner)), to_string(end_.profile), to_string(winner)));
  } else if (proof && reporter_.wants_or_counts(DiagnosticCode::FlagRuleDiffers)) {
    say(DiagnosticCode::FlagRuleDiffers,
        fmt::format("{}'s flag fell; by the rules of {} {} has won, but by the Laws it is a draw, "
                    "because {} cannot mate by any series of legal moves (proof: {})",
                    to_string(other(winner)), to_string(end_.profile), to_string(winner),
                    to_string(winner), to_string(*proof)));
  }
}

// Who is to move has lost on time, and the other one has won if he can mate; unless
// the flag of that other one fell while he was making the last move.
void WinnerChecks::check_draw_on_time() {
  if (end_.cause != EndCause::Time || flag_rule_of(end_.profile) != FlagRule::Laws) return;
  if (!end_.sought[index_of(DiagnosticCode::DrawOnTimeButWinnable)]) return;
  const Color winner = other(last_.turn());
  if (quick_unwinnable(last_, last_.turn())) return;
  const WinnabilityAnswer answer = find_winnability(last_, winner, kLimits);
  if (answer.verdict != Winnability::Winnable) return;
  if (!reporter_.wants_or_counts(DiagnosticCode::DrawOnTimeButWinnable)) return;
  say(DiagnosticCode::DrawOnTimeButWinnable,
      fmt::format("if {}'s flag fell, {} has won, because {} can still mate by legal moves ({})",
                  to_string(last_.turn()), to_string(winner), to_string(winner),
                  shortened_line(last_, answer.line)));
}

}  // namespace

void check_winner(GameReporter& reporter, const PlayedGame& played, const StatedEnd& end) {
  WinnerChecks(reporter, played, end).run();
}

}  // namespace arbiter
