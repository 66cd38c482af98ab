#include "lib/laws/game_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/draw_tracker.h"
#include "lib/laws/rules_profile.h"
#include "lib/laws/wording.h"

namespace arbiter {
namespace {

// The PGN results, in the order of Outcome.
constexpr std::array<std::string_view, 4> kOutcomes = {"1-0", "0-1", "1/2-1/2", "*"};

struct ReasonTexts {
  std::string_view name;
  std::string_view article;
};

// The strings for each reason, in the order of EndReason.
constexpr std::array<ReasonTexts, 8> kReasons = {{
    {"checkmate", "Laws 5.1.1"},
    {"stalemate", "Laws 5.2.1"},
    {"dead position", "Laws 5.2.2"},
    {"dead position", "Laws 5.2.2"},
    {"fivefold repetition", "Laws 9.6.1"},
    {"75 moves", "Laws 9.6.2"},
    {"threefold repetition", "Laws 9.2"},
    {"50 moves", "Laws 9.3"},
}};

}  // namespace

std::string_view to_string(Outcome outcome) { return kOutcomes[static_cast<std::size_t>(outcome)]; }

std::optional<Outcome> parse_outcome(std::string_view text) {
  for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
    if (kOutcomes[i] == text) return static_cast<Outcome>(i);
  }
  return std::nullopt;
}

std::string_view to_string(EndReason reason) {
  return kReasons[static_cast<std::size_t>(reason)].name;
}

std::string_view article_of(EndReason reason) {
  return kReasons[static_cast<std::size_t>(reason)].article;
}

std::optional<EndReason> automatic_draw(const DrawTracker& tracker, RulesProfile profile) {
  const AutomaticDraws& draws = automatic_draws_of(profile);
  const std::uint32_t occurrences = tracker.occurrences();
  if (draws.fivefold == FivefoldRule::Always && occurrences >= 5) {
    return EndReason::FivefoldRepetition;
  }
  if (draws.fivefold == FivefoldRule::ConsecutiveMoves && tracker.is_consecutive_fivefold()) {
    return EndReason::FivefoldRepetition;
  }
  if (draws.threefold && occurrences >= 3) return EndReason::ThreefoldRepetition;
  const std::uint32_t clock = tracker.halfmove_clock();
  if (draws.seventy_five_moves && clock >= 150) return EndReason::SeventyFiveMoves;
  if (draws.fifty_moves && clock >= 100) return EndReason::FiftyMoves;
  return std::nullopt;
}

std::optional<EndReason> end_on_board(const Position& position) {
  if (is_checkmate(position)) return EndReason::Checkmate;
  if (is_dead_by_material(position.board())) return EndReason::DeadByMaterial;
  if (is_stalemate(position)) return EndReason::Stalemate;
  if (quick_dead(position)) return EndReason::DeadByStructure;
  return std::nullopt;
}

namespace {

using enum Outcome;
using enum ResultForm;

// Spellings of results, in the form that plain_form() returns.
constexpr std::string_view kWhiteWins[] = {
    "1-0", "1-o", "1.0-0.0", "1/0", "whitewins", "whitewon", "blackresigns", "blackresigned"};
constexpr std::string_view kBlackWins[] = {
    "0-1", "o-1", "0.0-1.0", "0/1", "blackwins", "blackwon", "whiteresigns", "whiteresigned"};
constexpr std::string_view kDraws[] = {
    "1/2-1/2", "1/2/1/2", "1/21/2", "1/2",  "1/2-",  "1/2-1-2",    "0.5-0.5", "0.5",  ".5-.5",
    "0.5/0.5", "=-=",     "=",      "draw", "drawn", "drawagreed", "tie",     "remis"};
constexpr std::string_view kWhiteWinsByForfeit[] = {
    "1-0f",    "1f-0f",        "1f-0",  "1-0ff", "1-0forfeit", "1-0(f)",
    "1-0(ff)", "1-0(forfeit)", "1x-0f", "+/-",   "+--",        "+-"};
constexpr std::string_view kBlackWinsByForfeit[] = {
    "0f-1",    "0f-1f",        "0-1f",  "0-1ff", "0-1forfeit", "0-1(f)",
    "0-1(ff)", "0-1(forfeit)", "0f-1x", "-/+",   "--+",        "-+"};
constexpr std::string_view kDoubleForfeits[] = {"0-0", "0-0f", "0f-0f",        "0-0ff",
                                                "-/-", "---",  "doubleforfeit"};
constexpr std::string_view kUnknown[] = {
    "*", "?", "unknown", "unfinished", "unterminated", "undecided", "ongoing", "inprogress"};

struct Meaning {
  std::span<const std::string_view> spellings;
  ResultReading reading;
};

constexpr Meaning kMeanings[] = {
    {kWhiteWins, {WhiteWins, Nonstandard}},
    {kBlackWins, {BlackWins, Nonstandard}},
    {kDraws, {Draw, Nonstandard}},
    {kWhiteWinsByForfeit, {WhiteWins, Forfeit}},
    {kBlackWinsByForfeit, {BlackWins, Forfeit}},
    {kDoubleForfeits, {Unknown, DoubleForfeit}},
    {kUnknown, {Unknown, Nonstandard}},
};

constexpr std::size_t kMaxLength = 40;

struct Replacement {
  std::string_view text;
  std::string_view plain;
};

// Characters that are removed or replaced before a result is read.
constexpr Replacement kReplacements[] = {
    {" ", ""},
    {"\t", ""},
    {"\r", ""},
    {"\n", ""},
    {":", "-"},
    {",", "."},
    {"_", "-"},
    {"\xC2\xBD", "1/2"},    // one half
    {"\xC2\xA0", ""},       // no-break space
    {"\xE2\x80\x90", "-"},  // hyphen
    {"\xE2\x80\x91", "-"},  // non-breaking hyphen
    {"\xE2\x80\x92", "-"},  // figure dash
    {"\xE2\x80\x93", "-"},  // en dash
    {"\xE2\x80\x94", "-"},  // em dash
    {"\xE2\x88\x92", "-"},  // minus sign
    {"\xE2\x81\x84", "/"},  // fraction slash
};

// Returns the text in lower case, without spaces, and with plain signs.
std::string plain_form(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto* replacement = std::ranges::find_if(
        kReplacements,
        [&](const Replacement& candidate) { return text.starts_with(candidate.text); });
    if (replacement != std::end(kReplacements)) {
      plain += replacement->plain;
      text.remove_prefix(replacement->text.size());
    } else {
      plain += to_small(text.front());
      text.remove_prefix(1);
    }
  }
  return plain;
}

// Returns the text without enclosing parentheses and final full stop.
std::string_view bare(std::string_view text) {
  text = trim(text);
  if (text.starts_with('(') && text.ends_with(')')) return trim(text.substr(1, text.size() - 2));
  if (text.ends_with('.')) text.remove_suffix(1);
  return text;
}

// Returns the plain form of a possible result; empty for other text.
std::string plain_result(std::string_view text) {
  text = bare(text);
  return text.size() > kMaxLength ? std::string() : plain_form(text);
}

std::optional<ResultReading> reading_of(std::string_view plain) {
  for (const Meaning& meaning : kMeanings) {
    if (std::ranges::count(meaning.spellings, plain) > 0) return meaning.reading;
  }
  return std::nullopt;
}

bool is_sign(char c) { return std::string_view("+-=/").find(c) != std::string_view::npos; }

}  // namespace

std::optional<ResultReading> read_result(std::string_view text) {
  if (const auto outcome = parse_outcome(text)) return ResultReading{*outcome, Standard};
  return reading_of(plain_result(text));
}

std::optional<ResultReading> read_terminator(std::string_view text) {
  const std::string plain = plain_result(text);
  const bool is_assessment = reading_of(plain) && std::ranges::all_of(plain, is_sign);
  return is_assessment ? std::nullopt : read_result(text);
}

namespace {

// Returns the proof as a clause that follows "cannot mate by any series of legal moves".
std::string proof_text(const WinnabilityAnswer& answer, Color color) {
  switch (answer.proof) {
    case WinnabilityProof::GameOver:
      return fmt::format("the game is over, and {} has not mated", to_string(color));
    case WinnabilityProof::Material:
      return "the remaining material does not allow it";
    case WinnabilityProof::ForcedMoves:
      return "every move is forced, and none of them leads to mate";
    case WinnabilityProof::AllLines:
      return "every line of a few moves ends the game or leaves too little material to mate";
    case WinnabilityProof::Fortress:
      return "the pawns are locked, and no piece can ever reach the squares that it needs";
    case WinnabilityProof::Closure:
      return fmt::format("none of the {} reachable positions is a mate by that side",
                         answer.positions);
    case WinnabilityProof::Line:
    case WinnabilityProof::LimitHit:
      break;
  }
  return std::string(to_string(answer.proof));
}

class Game {
 public:
  Game(const GameHistory& game, RulesProfile rules) : rules_(rules) {
    Position position(game.first);
    positions_.push_back(position);
    tracker_.start(position);
    look();
    for (const Move move : game.moves) {
      position.play(move);
      tracker_.observe(position, move);
      positions_.push_back(position);
      look();
    }
  }

  const DrawTracker& tracker() const { return tracker_; }
  const Position& last() const { return positions_.back(); }

  void look_for_dead(const GameHistory& game, const Chances& chances) {
    if (!counts_dead_positions(rules_) || !chances.are_dead() || is_mate()) return;
    note(EndReason::DeadByStructure, first_dead_ply(game));
  }

  std::optional<GameEnd> end() const {
    if (is_mate()) {
      const std::uint32_t ply = tracker_.ply();
      // Mate takes precedence over other ends by the same move (9.6.2).
      if (!end_ || end_->ply == ply) {
        return GameEnd{EndReason::Checkmate, win_of(other(last().turn())), ply};
      }
    }
    return end_;
  }

 private:
  // Returns the first ply from which all positions are proved dead. Dead positions remain dead.
  std::uint32_t first_dead_ply(const GameHistory& game) const {
    if (quick_dead(last())) return first_dead_moment(positions_.front(), game.moves).ply;
    std::uint32_t ply = tracker_.ply();
    while (ply > 0 && chances_of(positions_[ply - 1]).are_dead()) --ply;
    return ply;
  }

  bool is_mate() const { return is_checkmate(last()); }

  void look() {
    if (end_) return;
    const Position& now = positions_.back();
    if (is_dead_by_material(now.board())) {
      note(EndReason::DeadByMaterial, tracker_.ply());
    } else if (!has_legal_move(now) && !now.is_check()) {
      note(EndReason::Stalemate, tracker_.ply());
    } else if (const auto draw = automatic_draw(tracker_, rules_)) {
      note(*draw, tracker_.ply());
    }
  }

  void note(EndReason reason, std::uint32_t ply) {
    if (end_ && end_->ply <= ply) return;
    end_ = GameEnd{reason, Outcome::Draw, ply};
  }

  RulesProfile rules_;
  DrawTracker tracker_;
  std::vector<Position> positions_;
  std::optional<GameEnd> end_;
};

}  // namespace

Chances chances_of(const Position& position) {
  return {find_winnability(position, Color::White), find_winnability(position, Color::Black)};
}

std::string to_string(const WinnabilityAnswer& answer, Color color) {
  switch (answer.verdict) {
    case Winnability::Winnable:
      if (answer.line.empty()) return fmt::format("{} has given checkmate", to_string(color));
      return fmt::format("{} can still mate: {} {} to checkmate if both sides help",
                         to_string(color), half_moves(answer.line.size()),
                         answer.line.size() == 1 ? "leads" : "lead");
    case Winnability::Unwinnable:
      return fmt::format("{} cannot mate by any series of legal moves: {}", to_string(color),
                         proof_text(answer, color));
    case Winnability::Undetermined:
      break;
  }
  return fmt::format("it is undecided whether {} can still mate: {} positions were searched",
                     to_string(color), answer.positions);
}

Standing standing_of(const GameHistory& game, const Chances& chances, RulesProfile rules) {
  Game played(game, rules);
  played.look_for_dead(game, chances);
  const DrawTracker& tracker = played.tracker();
  Standing standing;
  standing.end = played.end();
  standing.occurrences = tracker.occurrence_plies();
  standing.moves_to_threefold = tracker.moves_to_threefold(played.last());
  standing.half_moves_to_claim = half_moves_to_claim(played.last().board(), rules);
  standing.moves_to_fifty = tracker.moves_to_fifty(played.last(), standing.half_moves_to_claim);
  const std::uint32_t clock = tracker.halfmove_clock();
  if (clock > tracker.ply()) standing.unknown_half_moves = clock - tracker.ply();
  return standing;
}

namespace {

// The maximum number of positions examined for one game, in addition to the quick proofs.
// Sufficient for real games; beyond it, a later moment is returned.
constexpr std::uint64_t kBudget = 10'000;

template <class Ask>
std::optional<DeadProof> dead(const Position& position, Ask ask) {
  const auto white = ask(position, Color::White);
  if (!white) return std::nullopt;
  const auto black = ask(position, Color::Black);
  if (!black) return std::nullopt;
  return DeadProof{*white, *black};
}

// Returns whether a proof is a fortress. Other proofs already consider the next moves.
bool is_shut(const DeadProof& proof) {
  return std::ranges::any_of(proof, [](WinnabilityProof one) {
    return one == WinnabilityProof::Fortress || one == WinnabilityProof::Closure;
  });
}

std::vector<Position> positions_of(const Position& first, std::span<const Move> moves) {
  std::vector<Position> positions = {first};
  positions.reserve(moves.size() + 1);
  for (const Move move : moves) {
    positions.push_back(positions.back());
    positions.back().play(move);
  }
  return positions;
}

// A search for the first dead position. Goes backwards from the end in growing steps, because
// positions near the end are the cheapest to prove, and then bisects.
struct DeadSearch {
  DeadMoment run() {
    std::size_t open = find_open();
    while (open < dead_at_) {
      const std::size_t middle = open + (dead_at_ - open) / 2;
      if (!is_dead_from(middle)) open = middle + 1;
    }
    moment_.ply = static_cast<std::uint32_t>(dead_at_);
    return moment_;
  }

  // Returns the ply after the last examined position that is not proved dead.
  std::size_t find_open() {
    for (std::size_t step = 1; dead_at_ > 0; step *= 2) {
      const std::size_t at = dead_at_ - std::min(step, dead_at_);
      if (!is_dead_from(at)) return at + 1;
    }
    return 0;
  }

  // Returns whether the position at `at` is proved dead, and records the moment.
  bool is_dead_from(std::size_t at) {
    auto proof = quick_dead(positions_[at]);
    if (!proof && is_shut(moment_.proof)) {
      proof = dead(positions_[at], [this](const Position& position, Color winner) {
        return proof_within_budget(position, winner);
      });
    }
    if (!proof) return false;
    moment_.proof = *proof;
    dead_at_ = at;
    return true;
  }

  std::optional<WinnabilityProof> proof_within_budget(const Position& position, Color winner) {
    if (const auto proof = quick_unwinnable(position, winner)) return proof;
    if (budget_ == 0) return std::nullopt;
    const WinnabilityAnswer answer = find_winnability(position, winner, {.positions = budget_});
    budget_ -= std::min(budget_, answer.positions);
    if (answer.verdict == Winnability::Unwinnable) return answer.proof;
    return std::nullopt;
  }

  std::vector<Position> positions_;
  std::size_t dead_at_ = positions_.size() - 1;  // the first position that is proved dead
  DeadMoment moment_ = {.proof = *quick_dead(positions_.back())};
  std::uint64_t budget_ = kBudget;
};

}  // namespace

std::optional<DeadProof> quick_dead(const Position& position) {
  return dead(position, quick_unwinnable);
}

DeadMoment first_dead_moment(const Position& first, std::span<const Move> moves) {
  return DeadSearch(positions_of(first, moves)).run();
}

std::uint32_t free_moves_after(std::uint32_t ply, const Position& first,
                               std::span<const Move> moves) {
  Position position = first;
  std::uint32_t free_moves = 0;
  for (std::size_t at = 0; at < moves.size(); ++at) {
    if (at >= ply && legal_moves(position).size() > 1) ++free_moves;
    position.play(moves[at]);
  }
  return free_moves;
}

}  // namespace arbiter
