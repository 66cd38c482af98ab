// The main line of a game as written: words that are, or were meant as, moves.
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

// The last word before a move that is not a move itself.
struct UnreadWord {
  std::uint32_t token = 0;  // index in WrittenLine::game_of()
  std::string text;         // the word in UTF-8
};

struct RepairMove {
  San san;                         // San::null() if `word` is set
  std::optional<LooseMove> loose;  // set if not spelled as in PGN 8.2.3
  // The word in UTF-8, if it is not a move in any spelling, with the line's letters.
  std::string word = {};
  // The move that `word` resembles, see read_look_alikes().
  std::optional<LooseMove> look_alike = {};
  // The 12 of "12Nf3", which is a move only at move 12.
  std::optional<std::uint32_t> joined_number = {};
  std::uint32_t token = 0;                // index in WrittenLine::game_of()
  std::optional<UnreadWord> unread = {};  // the last word between the previous move and this one
  // The number of preceding half-moves according to the move number, if any.
  std::optional<std::int64_t> numbered = {};
};

struct WrittenLine {
  PieceLetters letters;
  std::vector<RepairMove> moves;
  std::optional<Outcome> outcome;  // the result of the terminator, otherwise of the Result tag
  // True if the last word is "0-0" without a terminator: castling or a double forfeit.
  bool ends_in_zeros = false;
  // The result of read_sheet(), with each move as a single token.
  std::optional<PgnGame> read_again = {};

  // Returns the game whose tokens the moves refer to.
  const PgnGame& game_of(const PgnGame& game) const { return read_again ? *read_again : game; }
};

// Returns the line as read by MovetextReader from `first` while the moves are legal; after that, or
// without a board, word by word. Piece letters are `letters` or English. Half-moves after
// kMaxGamePlies are omitted.
WrittenLine written_line(const PgnGame& game, const PieceLetters& letters,
                         const std::optional<Position>& first);

// Returns whether a token is, or was meant as, a half-move, in any letters. False for separate
// check signs, assessments, "e.p." and prose.
bool is_half_move(const PgnGame& game, const Token& token);

// Resolves a word that is not plain SAN. Takes hundreds of ns.
SanResolution resolve_loosely(const RepairMove& move, const Position& position);

// Resolves a move, or the move that an unreadable word resembles.
SanResolution resolve_look_alike(const RepairMove& move, const Position& position);

// Returns Legal only if exactly one legal move is meant. About 10 ns for plain SAN.
inline SanResolution resolve(const RepairMove& move, const Position& position) {
  const bool is_plain = !move.loose && move.word.empty();
  return is_plain ? resolve(move.san, position) : resolve_loosely(move, position);
}

// A kind of slip: a part of a written move that contradicts the board.
enum class Slip : std::uint8_t {
  CheckMissing,
  CheckSpurious,  // a "+", or a "#" without mate
  CaptureMissing,
  CaptureSpurious,
  Origin,     // an unnecessary file or rank
  Number,     // the move numbers jump
  LookAlike,  // a look-alike character
};
inline constexpr std::size_t kSlipCount = 7;

// The cost of each slip, as a negative log-likelihood; low for slips that the writer often makes.
using SlipCosts = std::array<double, kSlipCount>;

// The state of a replay.
struct ReplayPoint {
  Position position;
  std::size_t next = 0;  // index of the next written move
  // The number of written half-moves minus the number played.
  std::int64_t ahead = 0;
};

struct Replay {
  ReplayPoint end;  // the point before the first illegal move, or at the end
  double slips = 0;
  std::uint32_t checks = 0;    // correctly marked checks
  std::uint32_t captures = 0;  // correctly marked captures
};

// Replays a written line from a given position, and measures how well its signs match the board. A
// "+" without a check is evidence, as is an illegal move.
class LineReplay {
 public:
  // Derives the writer's habits from the moves that are legal from `start`. `line` must outlive
  // this object.
  LineReplay(const WrittenLine& line, const Position& start);

  // Replays to the end of the line; unreadable words are played as the moves that they resemble.
  // About 20 ns per move.
  Replay follow(Replay from) const { return follow(from, moves_.size()); }
  // Replays up to the ply `end` of the line.
  Replay follow(Replay from, std::size_t end) const;

  // Replays with each pair of moves swapped, up to the ply `end` or the next one. Ignores move
  // numbers.
  Replay follow_shifted(Replay from, std::size_t end) const;

  // Plays the written ply `ply`, regardless of the replay's position, with the move number of the
  // ply `place`, if any. Returns false if it is illegal.
  bool play_ply(std::size_t ply, std::optional<std::size_t> place, Replay& replay) const;

  // Plays the legal `move` instead of the written move, but checks the written move number.
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
