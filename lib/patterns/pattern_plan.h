// The plan of a search for a pattern. It sets which games an index excludes, which moves can change
// the result, and the order in which claims are evaluated.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/patterns/pattern.h"

namespace arbiter {

struct GameNeeds {
  enum class Kind : std::uint8_t {
    Nothing,   // any game may match
    Stood,     // one of `men` was on one of `squares` at some time
    Material,  // the game had `material` at some time
    All,       // all of `parts`
    Any,       // one of them
  };

  Kind kind = Kind::Nothing;
  std::vector<GameNeeds> parts = {};
  Men men = 0;
  Bitboard squares = {};
  std::optional<MaterialPattern> material = {};

  bool is_empty() const { return kind == Kind::Nothing; }
};

// Returns necessary conditions: a game that does not meet them does not match.
GameNeeds needs_of(const Pattern& pattern);

// The moment when a claim must be evaluated again although no move has touched it.
enum class Unrest : std::uint8_t {
  None,
  WhenRead,  // after every move: the player to move, check
  WhenTrue,  // it holds for one position only: a move
  AtPly,     // at the next end of its range
  AtEnd,     // after the last move
  AtChange,  // when a change of the lead is as old as the claim allows
};

struct PlanNode {
  enum class Kind : std::uint8_t { Single, OneMan, All, Any, Not, Remembered, ShiftedMen };

  Kind kind = Kind::All;
  Unrest unrest = Unrest::None;
  std::uint8_t man = 0;   // OneMan: a piece of this Piece::code()
  Bitboard squares = {};  // is on one of these squares; ShiftedMen: the squares of the first one
  std::vector<PlanNode> parts = {};
  std::optional<Claim> claim = {};
  std::size_t memory = 0;                     // Remembered
  std::optional<std::size_t> following = {};  // of a claim that follows pieces
  struct Step {                               // ShiftedMen: relative to the first one
    Men men;
    int distance;  // in squares by number
  };
  std::vector<Step> steps = {};
  int cost = 1;  // of evaluation, roughly in ns
};

// A claim whose pieces later claims follow. It may itself follow those of `following`.
struct PlanFollowing {
  Claim claim;
  std::optional<std::size_t> following = {};
};

// A part that looks back; `first` and `second` may use the memories before it.
struct PlanMemory {
  Pattern::Kind kind = Pattern::Kind::Then;  // Then, Later, Lasts, Ever
  PlanNode first = {};
  PlanNode second = {};  // of Then and Later
  int plies = 0;
  std::optional<std::size_t> following = {};  // the pieces of `first` that `second` follows
};

// The squares on which the result may change, indexed by Piece::code().
using TouchTable = std::array<Bitboard, kPieceCount + 1>;

struct PatternPlan {
  // Precondition: the pattern can be expanded (see expanded()).
  explicit PatternPlan(const Pattern& pattern);

  GameNeeds needs;  // games that do not meet these are skipped
  PlanNode root;
  std::vector<PlanMemory> memories;
  std::vector<PlanFollowing> followings;
  bool has_leads = false;  // claims compare the material with earlier positions

  // The squares to which, from which or on which a piece must move or be captured to change the
  // result. Promotions, castling and captures en passant always count.
  TouchTable arrivals{};
  TouchTable departures{};
  TouchTable captures{};
};

// Returns sentences about the order of evaluation, the moves that trigger it and the skipped games.
std::vector<std::string> sentences_of(const PatternPlan& plan);

// "N on f5", "[QR] on h1,h2", "any piece on 64 squares".
std::string to_string(Men men, Bitboard squares);

}  // namespace arbiter
