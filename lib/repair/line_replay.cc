#include "lib/repair/line_replay.h"

#include <algorithm>
#include <cmath>

#include "lib/chess/legal_moves.h"

namespace arbiter {
namespace {

// What is expected of a writer about whom nothing is known: one slip in a
// hundred chances, as sure as if five had been seen.
constexpr double kUsualRate = 0.01;
constexpr double kUsualWeight = 5;

std::size_t index_of(Slip slip) { return static_cast<std::size_t>(slip); }

// The slips of one move, and which could have been made.
struct MoveSlips {
  std::array<bool, kSlipCount> chances{};
  std::array<bool, kSlipCount> made{};

  void note(Slip slip, bool chance, bool is_made) {
    chances[index_of(slip)] = chance;
    made[index_of(slip)] = is_made;
  }
};

bool is_true_mark(CheckMark mark, const Position& after) {
  if (mark == CheckMark::None) return true;
  return after.is_check() && (mark != CheckMark::Mate || !has_legal_move(after));
}

void note_signs(const RepairMove& move, const SanResolution& resolution, MoveSlips& slips) {
  const SanDeviations deviations = resolution.deviations;
  const bool misses_capture = deviations.has(SanDeviation::CaptureMissing);
  slips.note(Slip::CaptureMissing, move.san.is_capture() || misses_capture, misses_capture);
  slips.note(Slip::CaptureSpurious, true, deviations.has(SanDeviation::CaptureSpurious));
  slips.note(Slip::Origin, true,
             deviations.has(SanDeviation::OverDisambiguated) ||
                 deviations.has(SanDeviation::OtherDisambiguation));
}

void note_check(const RepairMove& move, const Position& after, MoveSlips& slips) {
  const CheckMark mark = move.san.check_mark();
  slips.note(Slip::CheckMissing, after.is_check(), after.is_check() && mark == CheckMark::None);
  slips.note(Slip::CheckSpurious, true, !is_true_mark(mark, after));
}

// The null move is played where it can be.
bool play(const RepairMove& move, const SanResolution& resolution, Position& position) {
  if (resolution.status == SanStatus::Legal) {
    position.play(resolution.move);
    return true;
  }
  const bool is_null = move.loose && move.loose->spelling.has(SpellingDeviation::NullMove);
  if (!is_null || position.is_check()) return false;
  position.pass();
  return true;
}

// Whether the number in front of the move is not the one expected; from then on it is.
bool jumps(const RepairMove& move, ReplayPoint& point) {
  if (!move.numbered) return false;
  const std::int64_t ahead = *move.numbered - plies_of(point.position);
  const bool is_other = ahead != point.ahead;
  point.ahead = ahead;
  return is_other;
}

// Plays the next move and tells its slips; false where it is not legal.
bool advance(const RepairMove& move, const SanResolution& resolution, ReplayPoint& point,
             MoveSlips& slips) {
  Position after = point.position;
  if (!play(move, resolution, after)) return false;
  slips.note(Slip::LookAlike, true, move.look_alike.has_value());
  slips.note(Slip::Number, move.numbered.has_value(), jumps(move, point));
  note_signs(move, resolution, slips);
  note_check(move, after, slips);
  point.position = after;
  ++point.next;
  return true;
}

}  // namespace

std::int64_t plies_of(const Position& position) {
  return 2 * (std::int64_t{position.fullmove_number()} - 1) +
         (position.turn() == Color::Black ? 1 : 0);
}

LineReplay::LineReplay(const WrittenLine& line, const Position& start) : moves_(line.moves) {
  std::array<double, kSlipCount> chances{};
  std::array<double, kSlipCount> made{};
  ReplayPoint point{.position = start};
  MoveSlips slips;
  while (point.next < moves_.size()) {
    const RepairMove& move = moves_[point.next];
    if (!advance(move, resolve(move, point.position), point, slips)) break;
    for (std::size_t i = 0; i < kSlipCount; ++i) {
      chances[i] += slips.chances[i] ? 1 : 0;
      made[i] += slips.made[i] ? 1 : 0;
    }
    slips = {};
  }
  for (std::size_t i = 0; i < kSlipCount; ++i) {
    costs_[i] = -std::log((made[i] + kUsualRate * kUsualWeight) / (chances[i] + kUsualWeight));
  }
}

bool LineReplay::step(Replay& replay, Resolve resolve_move) const {
  const RepairMove& move = moves_[replay.end.next];
  MoveSlips slips;
  if (!advance(move, resolve_move(move, replay.end.position), replay.end, slips)) return false;
  for (std::size_t i = 0; i < kSlipCount; ++i) {
    if (slips.made[i]) replay.slips += costs_[i];
  }
  const bool says_check = move.san.check_mark() != CheckMark::None;
  if (says_check && !slips.made[index_of(Slip::CheckSpurious)]) ++replay.checks;
  if (move.san.is_capture() && !slips.made[index_of(Slip::CaptureSpurious)]) ++replay.captures;
  return true;
}

void LineReplay::substitute(Move move, Replay& replay) const {
  const RepairMove& written = moves_[replay.end.next];
  if (jumps(written, replay.end)) replay.slips += costs_[index_of(Slip::Number)];
  replay.end.position.play(move);
  ++replay.end.next;
}

Replay LineReplay::follow(Replay replay, std::size_t end) const {
  while (replay.end.next < std::min(end, moves_.size()) && step(replay, resolve_look_alike)) {
  }
  return replay;
}

}  // namespace arbiter
