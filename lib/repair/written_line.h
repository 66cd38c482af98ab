// The main line of a game as written: words that are moves, or were meant to be, without the
// variations.
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
#include "lib/notation/san.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// A word in the main line that is not a move; the last one before a move.
struct UnreadWord {
  std::uint32_t token = 0;  // its index in WrittenLine::game_of()
  std::string text;         // in UTF-8
};

struct RepairMove {
  San san;                         // San::null() if `word` is set
  std::optional<LooseMove> loose;  // if it is not spelled as in PGN 8.2.3
  // In UTF-8; only if it is not a move in any spelling of the line's letters.
  std::string word = {};
  std::optional<LooseMove> look_alike = {};  // the move that `word` resembles: read_look_alikes()
  std::optional<std::uint32_t> joined_number = {};  // 12 of "12Nf3", which is a move at 12 only
  std::uint32_t token = 0;                          // its index in WrittenLine::game_of()
  std::optional<UnreadWord> unread = {};            // between it and the move before
  // The number of half-moves before, according to the move number, if there is one.
  std::optional<std::int64_t> numbered = {};
};

struct WrittenLine {
  PieceLetters letters;
  std::vector<RepairMove> moves;
  std::optional<Outcome> outcome;  // by the terminator, otherwise by the Result tag
  // The last word is "0-0" and no terminator follows: castling, or a double forfeit.
  bool ends_in_zeros = false;
  std::optional<PgnGame> read_again = {};  // by read_sheet(), with each move as a single token

  // Returns the game whose tokens the moves refer to.
  const PgnGame& game_of(const PgnGame& game) const { return read_again ? *read_again : game; }
};

// Returns the line as MovetextReader reads it from `first` while the moves are legal, and after
// that, or without a board, word by word. Pieces are named by `letters`, or in English. Half-moves
// after kMaxGamePlies are omitted.
WrittenLine written_line(const PgnGame& game, const PieceLetters& letters,
                         const std::optional<Position>& first);

// Returns whether a token is a half-move, or was meant to be one, in any letters. Separate check
// signs, assessments, "e.p." and words of prose are not.
bool is_half_move(const PgnGame& game, const Token& token);

// Resolves a word that is not plain SAN. Some 100 ns.
SanResolution resolve_loosely(const RepairMove& move, const Position& position);

// Resolves a move, or the move that an unreadable word resembles.
SanResolution resolve_look_alike(const RepairMove& move, const Position& position);

// Returns Legal only if one legal move is meant. About 10 ns for plain SAN.
inline SanResolution resolve(const RepairMove& move, const Position& position) {
  const bool is_plain = !move.loose && move.word.empty();
  return is_plain ? resolve(move.san, position) : resolve_loosely(move, position);
}

// A mark of a move that contradicts the board.
enum class Slip : std::uint8_t {
  CheckMissing,
  CheckSpurious,  // a "+", or a "#" without mate
  CaptureMissing,
  CaptureSpurious,
  Origin,     // a file or rank that is not needed
  Number,     // the numbers jump
  LookAlike,  // a character that looks like the right one
};
inline constexpr std::size_t kSlipCount = 7;

// The weight of each slip against a guess, in natural logarithms: little for slips that the writer
// often makes.
using SlipCosts = std::array<double, kSlipCount>;

// The place of a replay.
struct ReplayPoint {
  Position position;
  std::size_t next = 0;  // the written move to be played
  // The difference between written and true half-moves.
  std::int64_t ahead = 0;
};

// The result of a replay.
struct Replay {
  ReplayPoint end;  // before the first illegal move, or after the last one
  double slips = 0;
  std::uint32_t checks = 0;    // written checks that are checks
  std::uint32_t captures = 0;  // written captures that are captures
};

// Replays a written line from some position, and measures how well its marks agree with the board.
// A "+" without a check is evidence, as is an illegal move.
class LineReplay {
 public:
  // Learns the habits of the writer from the moves that are legal from `start`. `line` must outlive
  // this object.
  LineReplay(const WrittenLine& line, const Position& start);

  // Replays to the end of the line; unreadable words are played as the moves that they resemble.
  // Some 20 ns per move.
  Replay follow(Replay from) const { return follow(from, moves_.size()); }
  // Replays up to the ply `end` of the line.
  Replay follow(Replay from, std::size_t end) const;

  // Replays with each pair of moves exchanged, up to the ply `end` or the next one. Ignores
  // numbers.
  Replay follow_shifted(Replay from, std::size_t end) const;

  // Plays the ply, wherever the replay is, with the number of the ply `place`, if any; returns
  // false if it is illegal.
  bool play_ply(std::size_t ply, std::optional<std::size_t> place, Replay& replay) const;

  // Plays the legal `move` instead of the written one, whose number still counts.
  void substitute(Move move, Replay& replay) const;

  // Plays one move exactly as written; returns false without a change if it is illegal.
  bool step(Replay& replay) const { return step(replay, resolve); }

  std::size_t size() const { return moves_.size(); }

 private:
  using Resolve = SanResolution (*)(const RepairMove&, const Position&);
  bool step(Replay& replay, Resolve resolve_move) const;
  bool play_move(const RepairMove& move, const SanResolution& resolution, Replay& replay) const;

  std::span<const RepairMove> moves_;
  SlipCosts costs_{};
};

}  // namespace arbiter
