// Lists of games as text, JSON, CSV and PGN, and text for game endings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/game_reach.h"
#include "db/model/stored_game.h"
#include "lib/patterns/pattern_plan.h"
#include "lib/validate/game_summary.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/record_table.h"

namespace arbiter {

// Hits displayed for each game.
enum class HitDetail : std::uint8_t { First, All, Count };

struct HitText {
  PatternHit hit;
  std::string move;  // the move that led to it, such as "17. Nf5"; "start" for the initial position
  std::string context;  // the move and those around it, such as "16... Qd7 [17. Nf5] Kh8"
  std::string fen;      // FEN of the position
};

struct GameHits {
  std::uint64_t count = 0;     // number of all hits
  std::vector<HitText> shown;  // the displayed hits
};

inline constexpr AnswerFormat kGameFormats[] = {AnswerFormat::Text, AnswerFormat::Json,
                                                AnswerFormat::Csv, AnswerFormat::Markdown,
                                                AnswerFormat::Pgn};

// A position in a game, with the move played there.
struct PositionPlace {
  std::uint16_t ply = 0;  // number of half-moves before the position
  std::string label;      // the numbered next move, such as "7... Nf6"; empty if the game ended
  std::string next;       // the next move, such as "Nf6"; empty if the game ended
};

struct ListedGame {
  StoredGame game;
  std::optional<PositionPlace> place;  // set if the query has a position
  std::optional<GameHits> hits;        // set if the query has a pattern
  std::string record;                  // for PGN: all tags, and the movetext if it is kept
};

// Finds what is listed about the moves of games.
class GameLister {
 public:
  // `detail` is set if the games have hits.
  explicit GameLister(std::optional<HitDetail> detail = {},
                      std::vector<std::shared_ptr<const PatternPlan>> patterns = {})
      : detail_(detail), patterns_(std::move(patterns)) {}

  // Returns the game with its place, if it has a ply, and with its hits: those of the patterns, and
  // `others`. Replays the game at most once.
  ListedGame list(const StreamedGame& streamed, const std::vector<PatternHit>& others = {});

  // Returns the number of replays.
  std::uint64_t replays() const { return replays_; }

 private:
  std::optional<HitDetail> detail_;
  std::vector<std::shared_ptr<const PatternPlan>> patterns_;
  std::uint64_t replays_ = 0;
};

class GameTable {
 public:
  GameTable() = default;
  GameTable(const GameTable&) = delete;
  GameTable& operator=(const GameTable&) = delete;
  virtual ~GameTable() = default;

  virtual void add(const ListedGame& game) = 0;
  // Completes the list. Called once, after the last game.
  virtual void finish() = 0;
};

// The contents of a list.
struct GameTablePlan {
  AnswerFormat format = AnswerFormat::Text;  // one of kGameFormats
  bool has_places = false;                   // true if each game has a place
  std::optional<HitDetail> hits = {};  // if set, every game has hits, displayed in this detail
};

// Returns a list that prints to standard output. JSON has one object of type "game" per line.
std::unique_ptr<GameTable> make_game_table(const GameTablePlan& plan, Console& console);

// Returns the machine-readable id: "threefold-ahead", "threefold", "fifty-ahead" or "fifty".
std::string_view to_string(DrawClaim claim);

// Returns a text such as "checkmate (Laws 5.1.1)", "not decided on the board" or "not replayed
// beyond ply 13".
std::string ending_text(const GameSummary& game);

// Returns a text such as "a draw by repetition could be claimed after ply 31", or an empty text.
std::string claim_text(const GameSummary& game);

// Returns a name as UTF-8 without control characters; "?" for an empty name.
std::string shown_name(std::string_view name);

}  // namespace arbiter
