#include "lib/repair/repair.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "lib/chess/legal_moves.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/diagnostics/sink.h"
#include "lib/laws/illegal_record.h"
#include "lib/laws/illegality.h"
#include "lib/movetext/game_letters.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/san.h"
#include "lib/repair/guesses.h"
#include "lib/tags/variant.h"
#include "lib/validate/start_position.h"

namespace arbiter {

namespace {

constexpr std::size_t kLookBack = 10;
constexpr std::size_t kColumn = 3;  // consecutive numbers that show a column

using Moves = std::vector<RepairMove>;

std::uint32_t number_of(std::int64_t plies) { return static_cast<std::uint32_t>(plies / 2 + 1); }

// Returns whether the number of the next ply continues that of ply `at`.
bool goes_on(const Moves& moves, std::size_t at) {
  for (std::size_t next = at + 1; next < moves.size(); ++next) {
    if (!moves[next].numbered) continue;
    return *moves[next].numbered - *moves[at].numbered == static_cast<std::int64_t>(next - at);
  }
  return false;
}

std::optional<MissingPart> missing_page(const Moves& moves, const ReplayPoint& before) {
  const std::size_t at = before.next;
  if (!moves[at].numbered || !goes_on(moves, at)) return std::nullopt;
  const std::int64_t due = plies_of(before.position) + before.ahead;
  if (*moves[at].numbered < due + 2) return std::nullopt;
  return MissingPart{.first = number_of(due), .last = number_of(*moves[at].numbered - 1)};
}

// Returns how many numbers from ply `at` on precede every half-move and count a whole move.
std::size_t numbers_in_column(const Moves& moves, std::size_t at) {
  std::size_t count = 0;
  while (at + count < moves.size() && moves[at + count].numbered &&
         (count == 0 || *moves[at + count].numbered - *moves[at + count - 1].numbered == 2)) {
    ++count;
  }
  return count;
}

std::optional<MissingPart> missing_column(const Moves& moves, std::size_t at) {
  const std::size_t count = numbers_in_column(moves, at);
  if (count < kColumn) return std::nullopt;
  const std::int64_t first = *moves[at].numbered;
  const std::int64_t last = *moves[at + count - 1].numbered;
  const bool lacks_black = first % 2 == 0;  // but Black's move follows the last number
  return MissingPart{.first = number_of(first),
                     .last = number_of(lacks_black ? last - 2 : last),
                     .player = lacks_black ? Color::Black : Color::White};
}

// Returns the missing part by the numbers up to ten half-moves before the first illegal one.
// Numbers that skip a move show a page; numbers at every half-move show a column. Nothing
// otherwise.
std::optional<MissingPart> missing_part(const WrittenLine& line, const LegalPart& legal) {
  const std::size_t broken = legal.broken();
  for (std::size_t at = broken - std::min(broken, kLookBack); at <= broken; ++at) {
    if (const auto column = missing_column(line.moves, at)) return column;
    if (const auto page = missing_page(line.moves, legal.points[at])) return page;
  }
  return std::nullopt;
}

constexpr std::size_t kMovesBehind = 4;
constexpr std::size_t kBearsOut = 30;  // half-moves
constexpr std::size_t kOthers = 8;     // missing moves listed besides the likeliest

std::optional<StartPosition> start_of(const PgnGame& game) {
  CollectingSink nobody{CodeSet()};
  GameReporter reporter(nobody);
  reporter.start(game);
  return read_start_position(reporter);
}

void explain_fault(const LegalPart& legal, BrokenGame& game) {
  const RepairMove& move = game.line.moves[game.broken];
  const San san = move.loose ? resolve(*move.loose, game.last).san : move.san;
  if (san.kind() == San::Kind::Null) return;
  std::vector<Move> moves;
  for (std::size_t ply = 0; ply < game.broken; ++ply) {
    moves.push_back(resolve(game.line.moves[ply], legal.points[ply].position).move);
  }
  Illegality illegality = explain(san, {game.start, moves, game.last});
  game.fault = std::move(illegality.message);
  game.article = illegality.article;
}

bool may_have_stood(const LineReplay& replay, const BrokenGame& game) {
  const RepairMove& move = game.line.moves[game.broken];
  const std::size_t behind = game.line.moves.size() - game.broken - 1;
  if (behind < kMovesBehind || !move.word.empty()) return false;
  const auto after = position_after_illegal(move.san, game.last);
  if (!after || has_exposed_king(*after)) return false;
  return replay.follow({.end = {*after, game.broken + 1}}).end.next == game.line.moves.size();
}

std::string reason_of(const Guess& guess, const BrokenLine& broken) {
  if (guess.kind == RepairKind::Start) return broken.starts[guess.start].reason;
  return description_of(guess.mistake, broken.legal.points[guess.at].position.turn());
}

Repair repair_of(const RankedGuess& ranked, const BrokenLine& broken) {
  const Guess& guess = ranked.guess;
  const bool is_start = guess.kind == RepairKind::Start;
  Repair repair{.kind = guess.kind,
                .mistake = guess.mistake,
                .at = guess.at,
                .count = guess.count,
                .distance = guess.distance,
                .is_shifted = guess.is_shifted};
  if (is_start) repair.start = broken.starts[guess.start].setup;
  repair.before = is_start ? Position(repair.start) : broken.legal.points[guess.at].position;
  if (guess.kind == RepairKind::Replace || guess.kind == RepairKind::Insert) {
    repair.move = guess.move;
    repair.san = san_of(guess.move, repair.before);
    repair.text = translated(repair.san, broken.line.letters);
  }
  if (guess.kind == RepairKind::Insert && guess.count == 2) {
    repair.second = guess.second;
    Position middle = repair.before;
    middle.play(guess.move);
    const std::string second = san_of(guess.second, middle);
    repair.san += " " + second;
    repair.text += " " + translated(second, broken.line.letters);
  }
  if (guess.reads_word) repair.word = broken.line.moves[guess.at].unread->token;
  for (const Guess& alternative : ranked.others) {
    if (repair.others.size() == kOthers || is_start) break;
    repair.others.push_back(
        translated(san_of(alternative.move, repair.before), broken.line.letters));
  }
  repair.other_count = ranked.others.size() + guess.fits - 1;
  const Replay run = guess.is_shifted
                         ? broken.replay.follow_shifted(guess.run, broken.line.moves.size())
                         : broken.replay.follow(guess.run);
  repair.run = run.end.next - broken.legal.broken();
  repair.reaches_end = run.end.next == broken.line.moves.size();
  repair.checks = run.checks;
  repair.captures = run.captures;
  repair.evidence = ranked.share;
  const bool is_determined = guess.mistake != Mistake::MissingRow || repair.other_count == 0;
  if (repair.reaches_end && is_determined && !is_start) {
    repair.share = calibrated(guess.mistake, ranked.share);
  }
  repair.reason = reason_of(guess, broken);
  return repair;
}

// Returns whether the likeliest guess explains the game better than missing moves.
bool is_borne_out(const BrokenGame& game) {
  if (game.repairs.empty()) return false;
  const Repair& repair = game.repairs.front();
  if (repair.mistake == Mistake::MissingRow) {
    const std::uint32_t number = repair.before.fullmove_number();
    return repair.share && game.missing->first == number && game.missing->last == number;
  }
  const bool explains_numbers = repair.kind != RepairKind::Insert;
  return explains_numbers && repair.reaches_end && repair.run >= kBearsOut;
}

// Returns the row that is missing by the likeliest guess, where several pairs of moves fit.
std::optional<MissingPart> missing_row(const BrokenGame& game) {
  if (game.repairs.empty()) return std::nullopt;
  const Repair& repair = game.repairs.front();
  if (repair.mistake != Mistake::MissingRow || repair.share) return std::nullopt;
  const std::uint32_t number = repair.before.fullmove_number();
  return MissingPart{.first = number, .last = number};
}

std::optional<BrokenGame> repairs_of_moves(const PgnGame& game, const StartPosition& start,
                                           const RepairOptions& options) {
  BrokenGame found{
      .line = written_line(game, letters_of(game, &start.position, options), start.position),
      .start = start.setup,
      .first = start.position,
      .last = {}};
  const LineReplay replay(found.line, found.first);
  const LegalPart legal = legal_part(replay, found.first);
  found.broken = legal.broken();
  if (found.broken == found.line.moves.size()) return std::nullopt;
  if (found.line.ends_in_zeros && found.broken + 1 == found.line.moves.size()) return std::nullopt;
  found.last = legal.points.back().position;
  explain_fault(legal, found);
  found.may_have_stood = may_have_stood(replay, found);

  const PossibleStarts starts = possible_starts(game, found.start);
  const BrokenLine broken{found.line, replay, legal, *starts};
  for (const RankedGuess& ranked : rank(broken, guesses(broken))) {
    if (found.repairs.size() == options.candidates) break;
    found.repairs.push_back(repair_of(ranked, broken));
  }
  found.missing = missing_part(found.line, legal);
  if (found.missing && !is_borne_out(found)) {
    found.repairs.clear();
  } else if (const auto row = missing_row(found)) {
    found.missing = row;
  }
  return found;
}

}  // namespace

std::optional<BrokenGame> find_repairs(const PgnGame& game, const RepairOptions& options) {
  if (has_other_rules(game)) return std::nullopt;
  const std::optional<StartPosition> start = start_of(game);
  return start ? repairs_of_moves(game, *start, options) : repairs_of_start(game, options);
}

std::string_view to_string(RepairKind kind) {
  constexpr std::string_view kNames[] = {"replace", "insert",  "remove", "swap",
                                         "shift",   "cut-off", "start"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace arbiter
