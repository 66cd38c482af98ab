// The main line of a game as it is written: words that are moves, or were meant
// to be, without the variations.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/laws/game_end.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/piece_letters.h"
#include "lib/notation/san.h"
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
// behind kLongestGame half-moves is left out.
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

}  // namespace arbiter
