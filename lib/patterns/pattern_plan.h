// The plan of a pattern search. It consists of the conditions for the index, the moves that can
// change the result, and the evaluation order of claims.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/patterns/pattern.h"
#include "lib/patterns/tactics.h"

namespace arbiter {

struct GameNeeds {
  enum class Kind : std::uint8_t {
    Nothing,     // any game may match
    Stood,       // one of `men` was on one of `squares` at some point
    Material,    // the game had `material` at some point
    Promoted,    // a pawn became one of `men`
    Mated,       // the last position is checkmate
    Stalemated,  // the last position is stalemate
    HadTactic,   // the game had one of `tactics`
    All,         // all of `parts` hold
    Any,         // one of `parts` holds
  };

  Kind kind = Kind::Nothing;
  std::vector<GameNeeds> parts = {};
  Men men = 0;
  Bitboard squares = {};
  std::optional<MaterialPattern> material = {};
  Tactics tactics = 0;
  bool are_sufficient = false;  // every game that meets them matches; only if they are tactics

  bool is_empty() const { return kind == Kind::Nothing; }
};

// Returns necessary conditions for a match.
GameNeeds needs_of(const Pattern& pattern);

// The time at which a claim is evaluated again, even if no move has touched it.
enum class Unrest : std::uint8_t {
  None,
  WhenRead,  // after every move: the claim depends on the player to move, or on check
  WhenTrue,  // a claim about a move, which holds in one position only
  AtPly,     // at the next limit of the claim's ply range
  AtEnd,     // after the last move
  AtChange,  // when a change of the lead exceeds the maximum age in the claim
};

struct PlanNode {
  enum class Kind : std::uint8_t { Single, OneMan, All, Any, Not, Remembered, ShiftedMen };

  Kind kind = Kind::All;
  Unrest unrest = Unrest::None;
  std::uint8_t man = 0;   // OneMan: the Piece::code() of the piece
  Bitboard squares = {};  // the allowed squares; for ShiftedMen, the squares of the first piece
  std::vector<PlanNode> parts = {};
  std::optional<Claim> claim = {};
  std::size_t memory = 0;                     // index of the memory, if Remembered
  std::optional<std::size_t> following = {};  // index of the PlanFollowing used by the claim
  struct Step {                               // a piece relative to the first one, if ShiftedMen
    Men men;
    int distance;  // difference of the square numbers
  };
  std::vector<Step> steps = {};
  int cost = 1;  // evaluation cost, roughly in ns
};

// A claim whose pieces later claims refer to. The claim may itself refer to the pieces of
// `following`.
struct PlanFollowing {
  Claim claim;
  std::optional<std::size_t> following = {};
};

// A part that refers to earlier positions. `first` and `second` may use only memories with a lower
// index.
struct PlanMemory {
  Pattern::Kind kind = Pattern::Kind::Then;  // Then, Later, Lasts or Ever
  PlanNode first = {};
  PlanNode second = {};  // the second operand of Then and Later
  int plies = 0;
  // Index of the PlanFollowing for `first`, if `second` refers to its pieces.
  std::optional<std::size_t> following = {};
};

// The squares on which the result may change, indexed by Piece::code().
using TouchTable = std::array<Bitboard, kPieceCount + 1>;

struct PatternPlan {
  // Precondition: the pattern can be expanded (see expanded()).
  explicit PatternPlan(const Pattern& pattern);

  GameNeeds needs;  // games that do not meet these conditions are skipped
  PlanNode root;
  std::vector<PlanMemory> memories;
  std::vector<PlanFollowing> followings;
  bool has_leads = false;  // true if claims compare the material with earlier positions

  // For each piece, the squares that a move must leave or reach to change the result. Promotions,
  // castling and captures en passant can always change it.
  TouchTable arrivals{};
  TouchTable departures{};
  TouchTable captures{};
};

// Returns a human-readable description: evaluation order, triggering moves, skipped games.
std::vector<std::string> sentences_of(const PatternPlan& plan);

// Returns a text such as "N on f5", "[QR] on h1,h2" or "any piece on 64 squares".
std::string to_string(Men men, Bitboard squares);

}  // namespace arbiter
