// Changes of a line after which its first illegal move is legal or gone; other first positions, and
// the ranking of all of these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/pgn/pgn_game.h"
#include "lib/repair/repair.h"
#include "lib/repair/written_line.h"

namespace arbiter {

// The members up to `is_shifted` are those of Repair.
struct Guess {
  RepairKind kind = RepairKind::Replace;
  Mistake mistake = Mistake::None;
  std::size_t at = 0;
  std::size_t count = 1;
  std::size_t distance = 0;
  Move move = {};
  Move second = {};
  bool is_shifted = false;
  bool reads_word = false;  // Insert: the move is the unread word before the ply
  std::size_t fits = 1;     // Insert of two moves: the number of pairs that fit
  std::size_t start = 0;    // Start: which of the starts
  Replay run = {};          // at most a few hundred plies after the illegal move
  double score = 0;         // in natural logarithms; more is likelier
};

// Returns the written ply that a Swap plays as its `i`th, below `distance + count`.
inline std::size_t swapped_ply(const Guess& guess, std::size_t i) {
  if (i < guess.count) return guess.at + guess.distance + i;
  return i < guess.distance ? guess.at + i : guess.at + i - guess.distance;
}

// A first position that may be the true one.
struct PossibleStart {
  Setup setup;
  Position position;  // of `setup`
  double cost;        // as Guess::score, but less is likelier
  std::string reason;
};

// The line up to its first illegal move. `points[i]` is the point before ply i; the last one
// precedes the illegal move. `slips[i]` counts the slips before ply i.
struct LegalPart {
  std::vector<ReplayPoint> points;
  std::vector<double> slips;

  std::size_t broken() const { return points.size() - 1; }
};

LegalPart legal_part(const LineReplay& replay, const Position& start);

// The input of guesses().
struct BrokenLine {
  const WrittenLine& line;
  const LineReplay& replay;
  const LegalPart& legal;
  std::span<const PossibleStart> starts;
};

// Returns the guesses in no order, scored by the change, the signs of the moves after it, and how
// far they are legal. About 1 ms.
std::vector<Guess> guesses(const BrokenLine& broken);

// Returns the mistake that turns `move` into `written`, with pieces named by `letters`.
Mistake mistake_between(const RepairMove& written, Move move, const Position& before,
                        const PieceLetters& letters);

// Returns the mistake in the word before the ply that is not a move; OtherMove if there is no such
// word.
Mistake mistake_in_unread(const RepairMove& next, Move move, const Position& before,
                          const PieceLetters& letters);

// Returns the cost of this mistake: the negative logarithm of its odds against no mistake. Common
// kinds, and those with few alternatives, cost little.
double cost_of(Mistake mistake);

// Returns "another file or rank", "a move is missing, and White's moves after it ...".
std::string description_of(Mistake mistake, Color player);

using PossibleStarts = std::shared_ptr<const std::vector<PossibleStart>>;

// Returns the letters of the options, otherwise those of a game that begins with `first` (or null).
PieceLetters letters_of(const PgnGame& game, const Position* first, const RepairOptions& options);

// Returns playable positions if a tag requires one. With a FEN tag, these are corrections of
// `given`: the standard position, the other player to move, omitted castling rights. With a Variant
// tag for Chess960 and no FEN, these are all 960 positions, which are created once for all games.
PossibleStarts possible_starts(const PgnGame& game, const Setup& given);

// Returns the positions near to an unplayable FEN from which all moves are legal. `start`, `first`
// and `last` of the result are those of the likeliest. Returns nothing without such a position,
// without moves, or if the FEN cannot be parsed.
std::optional<BrokenGame> repairs_of_start(const PgnGame& game, const RepairOptions& options);

// A guess, and the guesses that differ only in the missing move or in the first position, and are
// legal for as many moves.
struct RankedGuess {
  Guess guess;
  std::vector<Guess> others;  // the likeliest first
  double share = 0;           // of `guess` among all guesses, 0 to 1
  double group_share = 0;     // of `guess` and `others`
};

// The buckets of RankedGuess::share for which the share of correct repairs was measured.
inline constexpr double kEvidenceBounds[] = {0.02, 0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 0.99, 0.999};
inline constexpr std::size_t kEvidenceBuckets = std::size(kEvidenceBounds) + 1;
std::size_t evidence_bucket(double share);

// A row of calibration.inc: description_of() of the mistake, and the percentage of correct repairs
// in each bucket.
struct CalibrationRow {
  std::string_view mistake;
  double right[kEvidenceBuckets];
};

// Returns the measured share of correct repairs among complete ones of this kind and bucket.
double calibrated(Mistake mistake, double share);

// Returns the likeliest group first. A few ms.
std::vector<RankedGuess> rank(const BrokenLine& broken, std::vector<Guess> guesses);

}  // namespace arbiter
