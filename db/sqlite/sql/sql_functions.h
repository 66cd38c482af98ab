// The SQL functions for games and positions. They are available in `arbiter sql` and, loaded as an
// extension, in any SQLite shell. `fen` is a FEN of four to six fields or "startpos". NULL
// arguments return NULL or no rows.
//
//   fen_at(game, ply)        the FEN after `ply` half-moves
//   san_moves(game)          the main line: "1. e4 e5 2. Nf3"
//   pgn(game)                the game in PGN export format
//   board(fen)               a drawing of the board
//   position_key(fen)        the key of the index
//   material(fen)            the pieces: "KQRRBBNNPPPPPPPPkqrrbbnnpppppppp"
//   is_legal(fen, move)      1 if the move, in SAN or as e2e4, can be played
//   folded(name)             the name as searches compare it
//   opening(fen)             code and name of the position: "B90 Sicilian Defense: ..."
//   matches(game, pattern)   1 if the pattern holds in the game, as for --pattern
//   stats_by(group)          rows: the groups of `arbiter stats --by`
//   position_games(fen)      rows: game, ply, next (SAN), result
//   position_moves(fen)      rows: the opening tree
//   game_positions(game)     rows: ply, key, next, fen
//   game_moves(game)         rows: ply, side, move, uci, piece, captured, promotion, is_check
#pragma once

struct sqlite3;

namespace arbiter::sqlite {

// Adds all functions to `database`, whose main file contains the games. Throws IoError.
void add_sql_functions(sqlite3* database);

}  // namespace arbiter::sqlite
