// What the opponent sent to a series of conditional moves: how much of it is
// accepted, how long the proposer is bound, and who is charged for which move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/laws/conditional/conditional_moves.h"

namespace arbiter {

enum class ReplyState : std::uint8_t {
  Left,            // the opponent's own move is not in the series: the proposer is free
  StillBound,      // it is in the series: its answer binds the proposer
  OwnMoveMissing,  // only accepted moves were sent, and the opponent is to move
  GameOver,        // by the last move sent
};

struct ConditionalReply {
  ReplyState state;
  std::vector<Move> moves;   // all that were sent, from the first position of the series
  std::size_t accepted = 0;  // how many of them are in the series, from the first on
  Position now;              // after all of them
  // StillBound: what the proposer has to play now.
  std::optional<Move> bound_answer = {};
  // The number of the proposer's move that was made when the series was proposed:
  // for it the proposer is charged. Nothing before the first move of a game.
  std::optional<std::uint32_t> proposers_move = {};
  // The highest number among the opponent's moves: for it the opponent is charged.
  std::uint32_t opponents_move = 0;
  // Answers that were played out of the series: they cost no time.
  std::size_t free_answers = 0;
  // Sentences about what does no harm, such as wrong numbers.
  std::vector<std::string> notes = {};
};

// `moves` begins with the opponent's move that the series begins with, repeats the
// moves accepted, the proposer's too, and ends with a move of the opponent's own.
// The error says why it cannot be taken: an illegal move, another answer than the
// one proposed, a move behind the one that left the series.
// Precondition: series.can_stand().
Result<ConditionalReply> match_reply(const ConditionalSeries& series, std::string_view moves);

}  // namespace arbiter
