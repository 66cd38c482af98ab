#include "lib/tags/eco_opening.h"

#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>

#include "lib/chess/color.h"
#include "lib/chess/square.h"
#include "lib/tags/eco_code.h"

namespace arbiter::tags {
namespace {

constexpr std::size_t kPliesLookedAt = 30;
constexpr std::size_t kFewestPlies = 5;

// clang-format off
enum Step : std::uint8_t {
  kE4, kD4, kC4, kF4, kNf3,
  kE5, kE6, kD5, kD6, kC5, kC6, kF5, kG6, kNf6,
  kStepCount,
};
// clang-format on

using StepSet = std::uint32_t;

struct StepEntry {
  OpeningStep step;
  Square to;
  bool is_pawn;
};

// In the order of Step.
constexpr StepEntry kSteps[] = {
    {{"e4", "White"}, Square::E4, true},   {{"d4", "White"}, Square::D4, true},
    {{"c4", "White"}, Square::C4, true},   {{"f4", "White"}, Square::F4, true},
    {{"Nf3", "White"}, Square::F3, false}, {{"e5", "Black"}, Square::E5, true},
    {{"e6", "Black"}, Square::E6, true},   {{"d5", "Black"}, Square::D5, true},
    {{"d6", "Black"}, Square::D6, true},   {{"c5", "Black"}, Square::C5, true},
    {{"c6", "Black"}, Square::C6, true},   {{"f5", "Black"}, Square::F5, true},
    {{"g6", "Black"}, Square::G6, true},   {{"Nf6", "Black"}, Square::F6, false},
};
static_assert(std::size(kSteps) == kStepCount);

constexpr StepSet steps(std::initializer_list<Step> list) {
  StepSet set = 0;
  for (Step step : list) set |= StepSet{1} << step;
  return set;
}

struct Family {
  char volume;
  int first;
  int last;
  StepSet needed;
};

// Every family that a code lies in must fit. Left out are those that are often
// reached by another way, such as the isolated pawn of B13 and B14 from the
// Queen's Gambit, or C42 from the French.
// clang-format off
constexpr Family kFamilies[] = {
    {'A', 2, 3, steps({kF4})},
    {'A', 4, 9, steps({kNf3})},
    {'A', 10, 39, steps({kC4})},
    {'A', 40, 99, steps({kD4})},
    {'A', 50, 79, steps({kC4, kNf6})},
    {'A', 80, 99, steps({kF5})},

    {'B', 0, 12, steps({kE4})},
    {'B', 1, 1, steps({kD5})},
    {'B', 2, 5, steps({kNf6})},
    {'B', 6, 6, steps({kG6})},
    {'B', 7, 9, steps({kD6})},
    {'B', 15, 19, steps({kE4, kC6})},
    {'B', 20, 21, steps({kE4})},
    {'B', 23, 69, steps({kE4, kC5})},
    {'B', 70, 79, steps({kE4})},
    {'B', 80, 99, steps({kE4, kC5})},

    {'C', 2, 19, steps({kE4, kE6})},
    {'C', 20, 41, steps({kE4, kE5})},
    {'C', 30, 39, steps({kF4})},
    {'C', 42, 99, steps({kNf3})},
    {'C', 45, 99, steps({kE4, kE5})},

    {'D', 0, 99, steps({kD4})},
    {'D', 6, 99, steps({kD5})},
    {'D', 6, 9, steps({kC4})},
    {'D', 30, 39, steps({kC4})},
    {'D', 35, 40, steps({kE6})},
    {'D', 43, 69, steps({kC4, kE6})},
    {'D', 80, 99, steps({kC4, kG6})},

    {'E', 0, 99, steps({kD4})},
    {'E', 0, 79, steps({kC4})},
    {'E', 10, 99, steps({kNf6})},
    {'E', 10, 59, steps({kE6})},
    {'E', 60, 99, steps({kG6})},
    {'E', 90, 99, steps({kC4})},
};
// clang-format on

// A pawn comes from its own file or a neighbouring one, from nearer its own
// side; where a piece does too, it is taken for the pawn.
constexpr bool may_be_pawn_move(Square from, Square to, Color color) {
  const int ranks =
      (index_of(rank_of(to)) - index_of(rank_of(from))) * (color == Color::White ? 1 : -1);
  const int files = index_of(file_of(to)) - index_of(file_of(from));
  return (files == 0 && (ranks == 1 || ranks == 2)) || ((files == 1 || files == -1) && ranks == 1);
}

// The steps that a move may be, by its squares.
constexpr std::array<StepSet, 2 * kSquareCount* kSquareCount> kStepsOfMove = [] {
  std::array<StepSet, 2 * kSquareCount * kSquareCount> table{};
  for (std::size_t step = 0; step < kStepCount; ++step) {
    const StepEntry& entry = kSteps[step];
    const Color color = entry.step.player == "White" ? Color::White : Color::Black;
    for (int from = 0; from < kSquareCount; ++from) {
      if (entry.is_pawn && !may_be_pawn_move(square_at(from), entry.to, color)) continue;
      const auto place =
          static_cast<std::size_t>((index_of(color) * kSquareCount + from) * kSquareCount);
      table[place + static_cast<std::size_t>(index_of(entry.to))] |= StepSet{1} << step;
    }
  }
  return table;
}();

StepSet steps_needed(std::string_view eco) {
  const int number = (eco[1] - '0') * 10 + (eco[2] - '0');
  StepSet needed = 0;
  for (const Family& family : kFamilies) {
    if (family.volume == eco[0] && family.first <= number && number <= family.last) {
      needed |= family.needed;
    }
  }
  return needed;
}

}  // namespace

std::optional<OpeningStep> missing_opening_step(std::string_view eco, std::span<const Move> moves) {
  if (!is_eco_code(eco.substr(0, 3)) || moves.size() < kFewestPlies) return std::nullopt;
  StepSet missing = steps_needed(eco);
  const std::size_t plies = std::min(moves.size(), kPliesLookedAt);
  for (std::size_t ply = 0; ply < plies && missing != 0; ++ply) {
    const auto color = static_cast<int>(ply % 2);
    const int place = (color * kSquareCount + index_of(moves[ply].from())) * kSquareCount +
                      index_of(moves[ply].to());
    missing &= ~kStepsOfMove[static_cast<std::size_t>(place)];
  }
  if (missing == 0) return std::nullopt;
  return kSteps[static_cast<std::size_t>(std::countr_zero(missing))].step;
}

}  // namespace arbiter::tags
