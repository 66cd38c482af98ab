// The plan of a pattern search. It contains the games that an index excludes, the moves that can
// change the result, and the order in which claims are evaluated.
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
    Stood,       // one of `men` was on one of `squares` at some time
    Material,    // the game had `material` at some time
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

// Returns necessary conditions for a match. A game that does not meet them does not match.
GameNeeds needs_of(const Pattern& pattern);

// The moment when a claim must be evaluated again although no move has touched it.
enum class Unrest : std::uint8_t {
  None,
  WhenRead,  // after every move: the claim is about the player to move, or check
  WhenTrue,  // the claim holds for one position only: it is about a move
  AtPly,     // at the next limit of the claim's ply range
  AtEnd,     // after the last move
  AtChange,  // when a change of the lead reaches the maximum age of the claim
};

struct PlanNode {
  enum class Kind : std::uint8_t { Single, OneMan, All, Any, Not, Remembered, ShiftedMen };

  Kind kind = Kind::All;
  Unrest unrest = Unrest::None;
  std::uint8_t man = 0;   // OneMan: the Piece::code() of the piece
  Bitboard squares = {};  // the allowed squares; ShiftedMen: those of the first piece
  std::vector<PlanNode> parts = {};
  std::optional<Claim> claim = {};
  std::size_t memory = 0;                     // index of a Remembered part
  std::optional<std::size_t> following = {};  // index of the pieces that a claim follows
  struct Step {                               // ShiftedMen: a piece relative to the first
    Men men;
    int distance;  // difference of the square numbers
  };
  std::vector<Step> steps = {};
  int cost = 1;  // evaluation cost, roughly in ns
};

// A claim whose pieces later claims follow. The claim itself may follow the pieces of `following`.
struct PlanFollowing {
  Claim claim;
  std::optional<std::size_t> following = {};
};

// A part that refers to earlier positions. `first` and `second` may use the memories before this
// one in the list.
struct PlanMemory {
  Pattern::Kind kind = Pattern::Kind::Then;  // Then, Later, Lasts or Ever
  PlanNode first = {};
  PlanNode second = {};  // for Then and Later
  int plies = 0;
  // Index of the pieces of `first` that `second` follows.
  std::optional<std::size_t> following = {};
};

// The squares on which the result may change, indexed by Piece::code().
using TouchTable = std::array<Bitboard, kPieceCount + 1>;

struct PatternPlan {
  // Creates the plan. Precondition: the pattern can be expanded (see expanded()).
  explicit PatternPlan(const Pattern& pattern);

  GameNeeds needs;  // games that do not meet these conditions are skipped
  PlanNode root;
  std::vector<PlanMemory> memories;
  std::vector<PlanFollowing> followings;
  bool has_leads = false;  // true if claims compare the material with earlier positions

  // The squares that a move must leave, reach or capture on in order to change the result, by
  // piece. Promotions, castling and captures en passant always count.
  TouchTable arrivals{};
  TouchTable departures{};
  TouchTable captures{};
};

// Returns sentences about the order of evaluation, the moves that trigger it, and the skipped
// games.
std::vector<std::string> sentences_of(const PatternPlan& plan);

// Returns a text such as "N on f5", "[QR] on h1,h2" or "any piece on 64 squares".
std::string to_string(Men men, Bitboard squares);

}  // namespace arbiter
