// Candidate repairs and their ranking. A repair changes a line so that its first illegal move
// becomes legal or is removed, or changes the initial position.
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

// Members up to `is_shifted` are as in Repair.
struct Guess {
  RepairKind kind = RepairKind::Replace;
  Mistake mistake = Mistake::None;
  std::size_t at = 0;
  std::size_t count = 1;
  std::size_t distance = 0;
  Move move = {};
  Move second = {};
  bool is_shifted = false;
  bool reads_word = false;  // Insert: the move is a reading of the unread word before the ply
  std::size_t fits = 1;     // Insert of two moves: the number of possible pairs
  std::size_t start = 0;    // Start: index of the possible start
  Replay run = {};          // covers at most a few hundred plies after the illegal move
  double score = 0;         // log-likelihood (natural logarithm)
};

// Returns the written ply that a Swap plays as its `i`th ply. Precondition: i < distance + count.
inline std::size_t swapped_ply(const Guess& guess, std::size_t i) {
  if (i < guess.count) return guess.at + guess.distance + i;
  return i < guess.distance ? guess.at + i : guess.at + i - guess.distance;
}

// A candidate initial position.
struct PossibleStart {
  Setup setup;
  Position position;
  double cost;  // negative log-likelihood, see Guess::score
  std::string reason;
};

// The line up to its first illegal move. `points[i]` is the state before ply i; the last one is
// before the illegal move. `slips[i]` is the number of slips before ply i.
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

// Returns unsorted guesses. Scores depend on the change, on the signs of the following moves, and
// on how many of them are legal. About 1 ms.
std::vector<Guess> guesses(const BrokenLine& broken);

// Returns the mistake that turns `move`, in these piece letters, into `written`.
Mistake mistake_between(const RepairMove& written, Move move, const Position& before,
                        const PieceLetters& letters);

// Returns the mistake that turns `move` into the unread word before `next`; OtherMove if there is
// no unread word.
Mistake mistake_in_unread(const RepairMove& next, Move move, const Position& before,
                          const PieceLetters& letters);

// Returns the cost of this mistake: the negative logarithm of its odds against no mistake. Common
// mistakes, and those with few alternatives, are cheap.
double cost_of(Mistake mistake);

// Returns text such as "another file or rank", "a move is missing, and White's moves after it ...".
std::string description_of(Mistake mistake, Color player);

using PossibleStarts = std::shared_ptr<const std::vector<PossibleStart>>;

// Returns the letters in the options. Without them, returns the letters of the game, which starts
// from `first` (may be null).
PieceLetters letters_of(const PgnGame& game, const Position* first, const RepairOptions& options);

// Returns candidate initial positions. With a FEN tag, these are corrections of `given`: the
// standard position, the other player to move, missing castling rights. With a Chess960 Variant tag
// and no FEN, these are all 960 positions, which are created once.
PossibleStarts possible_starts(const PgnGame& game, const Setup& given);

// Returns repairs of an unplayable FEN: similar positions from which all moves are legal. The
// result is based on the most likely position. Returns nothing if no such position exists, if the
// game has no moves, or if the FEN cannot be parsed.
std::optional<BrokenGame> repairs_of_start(const PgnGame& game, const RepairOptions& options);

// A guess, and equivalent guesses, which differ only in the missing move or the initial position
// and are legal for the same number of moves.
struct RankedGuess {
  Guess guess;
  std::vector<Guess> others;  // the most likely first
  double share = 0;           // share of `guess` among all guesses, 0 to 1
  double group_share = 0;     // share of `guess` and `others`
};

// The buckets of RankedGuess::share for which the percentage of correct repairs was measured.
inline constexpr double kEvidenceBounds[] = {0.02, 0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 0.99, 0.999};
inline constexpr std::size_t kEvidenceBuckets = std::size(kEvidenceBounds) + 1;
std::size_t evidence_bucket(double share);

// A row of calibration.inc: description_of() of the mistake, and the percentage of correct repairs
// in each bucket.
struct CalibrationRow {
  std::string_view mistake;
  double right[kEvidenceBuckets];
};

// Returns the measured share of correct repairs among complete repairs with this mistake and
// bucket.
double calibrated(Mistake mistake, double share);

// Groups and sorts the guesses, the most likely first. Takes a few ms.
std::vector<RankedGuess> rank(const BrokenLine& broken, std::vector<Guess> guesses);

}  // namespace arbiter
