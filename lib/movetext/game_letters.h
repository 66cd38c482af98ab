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
  std::optional<PieceLanguage> language = {};  // whose they are; nothing: English
  // Where that is English: languages in whose letters the main line would be legal to its
  // end, though that is too little evidence to read the game in them.
  std::vector<PieceLanguage> possible = {};
};

// Whether some word looks like a move in letters other than English ones. A glance at the words.
bool may_have_other_letters(const PgnGame& game);

// The letters in which the main line is legal:
// - English, if it is legal in English. Otherwise
// - letters in which it is legal to its end. English letters that mean nothing in them may stand
//   among them, and all letters that fit must give the same moves. Where no letter is used that
//   English lacks (R is a king, a knight or a bishop elsewhere), three moves at least must be in
//   such letters, none in English ones, and none of them before the first illegal move in English.
// - Otherwise the letters in which it is legal the furthest, if most are used that English lacks.
// A game from which `arbiter fmt` has set moves aside is in English.
// Some 10 us where the game is legal in English, otherwise up to a few 100 us.
GameLetters determine_letters(const PgnGame& game, const Position& first);

}  // namespace arbiter
