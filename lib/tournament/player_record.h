// A tournament seen by one player, round by round.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lib/tournament/tournament.h"

namespace arbiter {

// What a player did in a round (FIDE Handbook C.07, article 16.2).
enum class RoundKind : std::uint8_t {
  Played,       // at the board
  ForfeitWin,   // the opponent did not come
  ForfeitLoss,  // the player did not come, though paired
  Allocated,    // nobody was left as an opponent
  Requested,    // half-point or zero-point bye, or not there
};

struct PlayerRound {
  RoundKind kind = RoundKind::Played;
  std::uint32_t round = 0;
  HalfPoints points = 0;
  // Where somebody was paired.
  std::optional<PlayerIndex> opponent = {};
  Color color = Color::White;
  bool is_rated = false;  // a game that both have moved in

  // A voluntary unplayed round (16.2.5).
  bool is_voluntary() const {
    return kind == RoundKind::Requested || kind == RoundKind::ForfeitLoss;
  }
  bool is_win() const { return points == 2; }
};

struct PlayerRecord {
  std::vector<PlayerRound> rounds;  // in their order
  HalfPoints points = 0;
};

// By player. In a tournament paired by rounds, a round without game or bye is a zero-point bye
// (TRF: a blank result is Z); elsewhere it is nothing. Unfinished games are left out.
std::vector<PlayerRecord> player_records(const Tournament& tournament);

}  // namespace arbiter
