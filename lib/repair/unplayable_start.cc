#include "lib/repair/unplayable_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "lib/chess/setup.h"
#include "lib/movetext/game_letters.h"
#include "lib/notation/fen.h"
#include "lib/repair/possible_starts.h"

namespace arbiter {
namespace {

constexpr std::size_t kEvidence = 8;  // moves that tell a game from the standard initial position

std::optional<Setup> setup_of(const PgnGame& game) {
  const PgnTag* tag = game.tag(KnownTag::Fen);
  if (tag == nullptr) return std::nullopt;
  auto parsed = parse_fen(tag->value);
  ParsedFen* fen = std::get_if<ParsedFen>(&parsed);
  if (fen == nullptr || is_playable(fen->setup)) return std::nullopt;
  return fen->setup;
}

// Its share is still a logarithm. Only if the whole line is legal from there; some moves are so
// from many positions.
std::optional<Repair> repair_from(const PossibleStart& start, const WrittenLine& line) {
  if (start.setup == initial_setup() && line.moves.size() < kEvidence) return std::nullopt;
  const Position& first = start.position;
  const Replay replay = LineReplay(line, first).follow({.end = {.position = first}});
  if (replay.end.next < line.moves.size()) return std::nullopt;
  Repair repair{.kind = RepairKind::Start};
  repair.start = start.setup;
  repair.before = first;
  repair.run = line.moves.size();
  repair.reaches_end = true;
  repair.checks = replay.checks;
  repair.captures = replay.captures;
  repair.share = -start.cost - replay.slips;
  repair.reason = start.reason;
  return repair;
}

// Those of the game, if it began from the initial position that can be played.
PieceLetters letters_of(const PgnGame& game, std::span<const PossibleStart> starts,
                        const RepairOptions& options) {
  if (options.piece_letters) return *options.piece_letters;
  return starts.empty() ? PieceLetters() : determine_letters(game, starts.front().position).letters;
}

// The likeliest first. Logarithms, of which those of long games with many slips are
// below any number, become shares.
void share_out(std::vector<Repair>& repairs) {
  std::ranges::stable_sort(repairs, std::ranges::greater(), &Repair::share);
  const double greatest = repairs.front().share;
  double sum = 0;
  for (Repair& repair : repairs) {
    repair.share = std::exp(repair.share - greatest);
    sum += repair.share;
  }
  for (Repair& repair : repairs) repair.group_share = repair.share /= sum;
}

}  // namespace

std::optional<BrokenGame> repairs_of_start(const PgnGame& game, const RepairOptions& options) {
  const std::optional<Setup> given = setup_of(game);
  if (!given) return std::nullopt;
  const PossibleStarts starts = possible_starts(game, *given);
  BrokenGame found{.line = written_line(game, letters_of(game, *starts, options), std::nullopt),
                   .start = {},
                   .first = {},
                   .last = {}};
  if (found.line.moves.empty()) return std::nullopt;
  for (const PossibleStart& start : *starts) {
    if (auto repair = repair_from(start, found.line)) found.repairs.push_back(std::move(*repair));
  }
  if (found.repairs.empty()) return std::nullopt;
  share_out(found.repairs);
  if (found.repairs.size() > options.candidates) found.repairs.resize(options.candidates);
  found.start = found.repairs.front().start;
  found.first = found.last = found.repairs.front().before;
  const SetupFault fault = faults_of(*given).front();
  found.fault = fmt::format("no game can begin from the FEN: {}", to_string(fault));
  found.article = fmt::format("Laws {}", article_of(fault));
  return found;
}

}  // namespace arbiter
