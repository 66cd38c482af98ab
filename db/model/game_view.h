// A game as filters see it, wherever it stands: on its way into a database, in one, in memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "db/model/game_draft.h"

namespace arbiter {

// The numbers are those of the columns (README.md): a date is yyyymmdd, 0 is what is not known.
enum class GameNumber : std::uint8_t {
  Id,
  Date,
  WhiteElo,
  BlackElo,
  Eco,
  Plies,
  Result,
  Ending,
  Flags,
};
inline constexpr std::size_t kGameNumbers = 9;

enum class GameText : std::uint8_t { White, Black, Event, Site, Round, Source };
inline constexpr std::size_t kGameTexts = 6;

// Owns nothing. What the filter does not ask for may be left empty.
struct GameView {
  std::array<std::uint64_t, kGameNumbers> numbers = {};
  std::array<std::string_view, kGameTexts> texts = {};
  std::uint16_t opening_eco = 0;  // of the opening as played; 0: there is none
  std::string_view opening_name = {};
  std::string_view start = {};               // Shredder-FEN; empty: the usual first position
  std::span<const std::uint8_t> moves = {};  // as move_code.h packs them
  std::string_view record = {};              // as game_record.h writes it: all tags
  std::span<const DraftFinding> findings = {};

  std::uint64_t& operator[](GameNumber which) { return numbers[static_cast<std::size_t>(which)]; }
  std::uint64_t operator[](GameNumber which) const {
    return numbers[static_cast<std::size_t>(which)];
  }
  std::string_view& operator[](GameText which) { return texts[static_cast<std::size_t>(which)]; }
  std::string_view operator[](GameText which) const {
    return texts[static_cast<std::size_t>(which)];
  }
};

// A game of the batch, which has no number yet; `source` is the name of its file.
GameView view_of(const DraftBatch& batch, const GameDraft& game, std::string_view source);

}  // namespace arbiter
