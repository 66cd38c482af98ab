// Whether a game of a file is asked for, by the filters of the database.
#pragma once

#include <optional>
#include <string_view>

#include "db/import/finding_sink.h"
#include "db/import/game_drafter.h"
#include "db/model/game_draft.h"
#include "db/model/game_filter.h"
#include "db/model/position_query.h"
#include "db/stream/variation_search.h"
#include "lib/pgn/pgn_game.h"
#include "lib/validate/text_checks.h"
#include "lib/validate/validator.h"

namespace arbiter {

struct StreamQuery {
  GameFilter filter = {};
  std::optional<PositionQuery> position = {};  // occurs in the main line
  bool is_anywhere = false;                    // or in a variation
  ValidatorOptions validator = {};
  const OpeningTable* openings = &known_openings();

  bool is_everything() const { return filter.is_empty() && !position; }
};

// Judges game after game with the same storage; one a thread. What it says of a game is what a
// database says that has imported it.
class GameJudge {
 public:
  explicit GameJudge(const StreamQuery& query);

  // For the reader of the games: what it finds belongs to the next game.
  DiagnosticSink& findings_of_next() {
    sink_.start_game();
    return sink_;
  }

  // The game that was read behind findings_of_next(); `source` is the name of its file. A
  // microsecond or two where the tags alone decide, else about as long as checking the game.
  bool wants(const PgnGame& game, std::string_view source);

 private:
  // How much of a game has to be looked at.
  enum class Look { Nothing, Tags, Moves };

  static Look look_for(const StreamQuery& query);
  static bool needs_code(const StreamQuery& query);
  void draft(const PgnGame& game);
  bool reaches_position() const;
  bool has_position(const PgnGame& game);

  const StreamQuery& query_;
  Look look_;
  bool needs_code_;  // of the ECO tag, or else of the moves
  FindingSink sink_;
  TextChecker text_checker_;
  Validator validator_;
  GameDrafter drafter_;
  VariationSearch variations_;
  DraftBatch batch_;  // of one game
};

}  // namespace arbiter
