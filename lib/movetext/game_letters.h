// The piece letters of a game, detected from all its moves.
#pragma once

#include <optional>
#include <vector>

#include "lib/chess/position.h"
#include "lib/notation/piece_letters.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

struct GameLetters {
  PieceLetters letters = {};                   // letters used to read the game
  std::optional<PieceLanguage> language = {};  // the language of the letters; nothing: English
  // If `language` is empty: languages in whose letters the whole main line would be legal, but with
  // too little evidence.
  std::vector<PieceLanguage> possible = {};
};

// Checks quickly whether some word looks like a move in non-English letters.
bool may_have_other_letters(const PgnGame& game);

// Returns the letters in which the main line is legal:
//
// - English, if the game is legal in English.
//
// - Otherwise, letters in which it is legal to its end. English letters that the language does not
//   have may occur. All matching languages must give the same moves. If all letters also exist in
//   English (R is a king, knight or bishop elsewhere), at least three moves must use them. In that
//   case, no other English letter may occur, and no such move may precede the first move that is
//   illegal in English.
//
// - Otherwise, the letters in which the longest part is legal, if most of them do not exist in
//   English.
//
// A game in which `arbiter fmt` has set moves aside is in English. Takes about 10 us if the game is
// legal in English, otherwise up to a few 100 us.
GameLetters determine_letters(const PgnGame& game, const Position& first);

}  // namespace arbiter
