// Games of a database in a list: for people, programs and PGN readers.
// How a game ended, in words.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_reach.h"
#include "db/model/stored_game.h"
#include "lib/patterns/pattern_plan.h"
#include "lib/validate/game_summary.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// The hits of each game that a list shows.
enum class HitDetail : std::uint8_t { First, All, Count };

struct HitText {
  PatternHit hit;
  std::string move;     // that led to it: "17. Nf5"; "start" for the first position
  std::string context;  // with the moves around it: "16... Qd7 [17. Nf5] Kh8"
  std::string fen;      // of that position
};

struct GameHits {
  std::uint64_t count = 0;     // of all hits
  std::vector<HitText> shown;  // the listed hits
};

// Returns the hits of any of these patterns.
GameHits hits_in(const StoredGame& game,
                 std::span<const std::shared_ptr<const PatternPlan>> patterns, HitDetail detail);

inline constexpr AnswerFormat kGameFormats[] = {AnswerFormat::Text, AnswerFormat::Json,
                                                AnswerFormat::Csv, AnswerFormat::Markdown,
                                                AnswerFormat::Pgn};

// A position in a game, with the move played there.
struct PositionPlace {
  std::uint16_t ply = 0;  // half-moves before it
  std::string label;      // the next move with its number, "7... Nf6"; empty: the game ended there
  std::string next;       // the next move, "Nf6"; empty likewise
};

// Returns the place after `ply` half-moves. Precondition: the game has at least so many.
PositionPlace place_in(const StoredGame& game, std::uint16_t ply);

struct ListedGame {
  StoredGame game;
  std::optional<PositionPlace> place;  // if the query has a position
  std::optional<GameHits> hits;        // if the query has a pattern
  std::string record;                  // for PGN: all tags, and the movetext if it is kept
};

class GameTable {
 public:
  GameTable() = default;
  GameTable(const GameTable&) = delete;
  GameTable& operator=(const GameTable&) = delete;
  virtual ~GameTable() = default;

  virtual void add(const ListedGame& game) = 0;
  // To be called once, after everything else.
  virtual void finish() = 0;
};

// The contents of the list.
struct GameTablePlan {
  AnswerFormat format = AnswerFormat::Text;  // one of kGameFormats
  bool has_places = false;                   // whether each game has a place
  std::optional<HitDetail> hits = {};        // every game has hits, shown in this detail
};

// Prints to the results of `console`. JSON has one object per line, of type "game".
std::unique_ptr<GameTable> make_game_table(const GameTablePlan& plan, Console& console);

// Returns the word in machine-readable output: "threefold-ahead", "threefold", "fifty-ahead" or
// "fifty".
std::string_view to_string(DrawClaim claim);

// "checkmate (Laws 5.1.1)", "not decided on the board", "not replayed beyond ply 13", ...
std::string ending_text(const GameSummary& game);

// "a draw by repetition could be claimed after ply 31", or empty.
std::string claim_text(const GameSummary& game);

// A name as UTF-8 without control characters; "?" for none.
std::string shown_name(std::string_view name);

}  // namespace arbiter
