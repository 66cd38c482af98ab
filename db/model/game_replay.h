// A stored game played once more: what everything that is derived from it has to be.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/posting.h"
#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/openings/opening_table.h"

namespace arbiter {

// Replays game after game with the same storage; one a thread. About 60 ns a half-move.
class GameReplay {
 public:
  // The deepest ply that gets a posting; nothing: all do.
  explicit GameReplay(std::optional<std::uint32_t> index_plies) : index_plies_(index_plies) {}

  // Plays the game of a row of `game`: `start` and `moves` are its columns. False where they
  // cannot be: fault() says what is wrong.
  bool run(std::string_view start, std::span<const std::uint8_t> moves);

  // "move 12 cannot be played"
  const std::string& fault() const { return fault_; }

  // Of the last game. What it is about is undefined where run() was false.
  std::uint64_t moves_hash() const { return moves_hash_; }
  std::size_t plies() const { return moves_.size(); }
  PlayedOpening opening(const OpeningTable& table) const { return table.of_moves(moves_, start_); }
  // Of every position up to the deepest ply, repetitions included, with Posting::game 0.
  std::vector<Posting>& postings() { return postings_; }

 private:
  std::optional<std::uint32_t> index_plies_;
  std::string fault_;
  std::uint64_t moves_hash_ = 0;
  Position start_;
  std::vector<Move> moves_;
  std::vector<Posting> postings_;
};

}  // namespace arbiter
