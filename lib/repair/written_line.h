// The main line of a game as it is written: words that are moves, or were meant
// to be, without the variations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/chess/position.h"
#include "lib/laws/game_end.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/piece_letters.h"
#include "lib/notation/san_resolution.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

struct RepairMove {
  San san;                         // San::null() where `word` says more
  std::optional<LooseMove> loose;  // where it is not spelled as PGN 8.2.3 has it
  // In UTF-8; only where it is no move in any spelling of the line's letters.
  std::string word = {};
  std::optional<LooseMove> look_alike = {};         // what `word` looks like: read_look_alikes()
  std::optional<std::uint32_t> joined_number = {};  // 12 of "12Nf3", which is a move at 12 only
  std::uint32_t token = 0;                          // its index in the game
  // The half-moves that went before by the number in front of it, if there is one.
  std::optional<std::int64_t> numbered = {};
};

struct WrittenLine {
  PieceLetters letters;
  std::vector<RepairMove> moves;
  std::optional<Outcome> outcome;  // by the terminator, else by the Result tag
  // The last word is "0-0" and no terminator follows: castling, or a double forfeit.
  bool ends_in_zeros = false;
};

// As MovetextReader reads it from `first`, as far as the moves are legal, and behind that, or where
// there is no board, word by word. Pieces are named by `letters`, or in English. What stands
// behind kMaxGamePlies half-moves is left out.
WrittenLine written_line(const PgnGame& game, const PieceLetters& letters,
                         const std::optional<Position>& first);

// Whether a token is a half-move, or was meant to be one, in whatever letters: not a
// sign of check that stands apart, an assessment, "e.p." or a word of prose.
bool is_half_move(const PgnGame& game, const Token& token);

// The same where the word is no plain SAN. Some 100 ns.
SanResolution resolve_loosely(const RepairMove& move, const Position& position);

// The same, or what a word that is no move looks like.
SanResolution resolve_look_alike(const RepairMove& move, const Position& position);

// Legal only where one legal move is meant. About 10 ns for plain SAN.
inline SanResolution resolve(const RepairMove& move, const Position& position) {
  const bool is_plain = !move.loose && move.word.empty();
  return is_plain ? resolve(move.san, position) : resolve_loosely(move, position);
}

// What a move can say that the board does not.
enum class Slip : std::uint8_t {
  CheckMissing,
  CheckSpurious,  // a "+", or a "#" that is no mate
  CaptureMissing,
  CaptureSpurious,
  Origin,     // a file or rank that is not needed
  Number,     // the numbers jump
  LookAlike,  // a character that looks like the right one
};
inline constexpr std::size_t kSlipCount = 7;

// How much each slip tells against a guess, in natural logarithms: little where
// the writer makes it anyway.
using SlipCosts = std::array<double, kSlipCount>;

// Where a replay stands.
struct ReplayPoint {
  Position position;
  std::size_t next = 0;  // the written move to be played
  // What the written numbers exceed the true half-moves by.
  std::int64_t ahead = 0;
};

// What a replay came to.
struct Replay {
  ReplayPoint end;  // before the first move that is not legal, or behind the last
  double slips = 0;
  std::uint32_t checks = 0;    // written, and so on the board
  std::uint32_t captures = 0;  // the same
};

// Half-moves before the position, counted from "1.".
std::int64_t plies_of(const Position& position);

class LineReplay {
 public:
  // What the writer's habits are is told by the moves that are legal from `start`.
  // `line` must outlive this.
  LineReplay(const WrittenLine& line, const Position& start);

  // To the end of the line; words that are no moves are played as what they look like. Some
  // 20 ns a move.
  Replay follow(Replay from) const { return follow(from, moves_.size()); }
  // To the ply `end` of the line at most.
  Replay follow(Replay from, std::size_t end) const;

  // Plays `move`, which is legal, in place of the written one, whose number counts.
  void substitute(Move move, Replay& replay) const;

  // Plays one written move, as exactly what is written; false, and nothing changes, where it is
  // not legal.
  bool step(Replay& replay) const { return step(replay, resolve); }

  std::size_t size() const { return moves_.size(); }

 private:
  using Resolve = SanResolution (*)(const RepairMove&, const Position&);
  bool step(Replay& replay, Resolve resolve_move) const;

  std::span<const RepairMove> moves_;
  SlipCosts costs_{};
};

}  // namespace arbiter
