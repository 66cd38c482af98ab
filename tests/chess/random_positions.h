// Positions of all kinds, the same in every run.
#pragma once

#include <functional>
#include <random>
#include <string>

#include "lib/chess/position.h"
#include "tests/judge/judge_board.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using Random = std::mt19937;

// Returns a number from 0 to below - 1. Unlike standard distributions, it is the same on all
// platforms.
int random_below(Random& random, int below);

// Returns the FEN of one of the 960 initial positions.
std::string random_chess960_start(Random& random);

// Returns a playable FEN of kings and up to 14 other pieces anywhere. Castling rights exist if king
// and rook happen to be on their squares.
std::string random_placement(Random& random);

// Plays random legal moves from `fen` with both Arbiter and the judge. Visits both positions at the
// start and after each move.
using Visit = std::function<void(const Position& position, const judge::JudgeBoard& judged)>;
void visit_random_game(const std::string& fen, int plies, Random& random, const Visit& visit);

// Visits games from the usual initial position, Chess960, positions rich in castling, pins,
// promotions and en passant, and random placements.
void visit_random_games(int games_of_each, int plies, const Visit& visit);

}  // namespace arbiter::testing
