// The piece letters of a game, determined from all its moves.
#pragma once

#include <optional>
#include <vector>

#include "lib/chess/position.h"
#include "lib/notation/piece_letters.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

struct GameLetters {
  PieceLetters letters = {};                   // in which the game is read
  std::optional<PieceLanguage> language = {};  // the language of the letters; nothing: English
  // If `language` is missing: languages in whose letters the main line would be legal to its end,
  // but with too little evidence.
  std::vector<PieceLanguage> possible = {};
};

// Checks quickly whether some word looks like a move in letters other than English ones.
bool may_have_other_letters(const PgnGame& game);

// Returns the letters in which the main line is legal:
//
// - English, if the game is legal in English.
//
// - Otherwise, letters in which it is legal to its end. English letters without meaning in that
// language may occur, and all fitting languages must give the same moves. Some games
// use no letter that English lacks (R is a king, a knight or a bishop elsewhere). Then at least
// three moves must be in such letters, none in English ones, and none of them before the first
// illegal move in English.
//
// - Otherwise, the letters in which the longest part is legal, if most of them do not exist in
// English.
//
// A game from which `arbiter fmt` has set moves aside is in English. About 10 us if the game is
// legal in English, otherwise up to a few 100 us.
GameLetters determine_letters(const PgnGame& game, const Position& first);

}  // namespace arbiter
