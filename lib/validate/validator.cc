#include "lib/validate/validator.h"

#include <fmt/format.h>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/game_reporter.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "lib/tags/tag_checks.h"
#include "lib/tags/variant.h"
#include "lib/validate/comment_checks.h"
#include "lib/validate/ending_checks.h"
#include "lib/validate/movetext_walk.h"
#include "lib/validate/start_position.h"

namespace arbiter {

namespace {

std::string_view value_of(const PgnGame& game, KnownTag known) {
  const PgnTag* tag = game.tag(known);
  return tag == nullptr ? std::string_view() : tag->value;
}

Result<RecordedGame> recorded(const PgnGame& game) {
  CollectingSink nobody{CodeSet()};
  Validator validator({}, nobody);
  validator.check(game);
  const PlayedGame& played = validator.played();
  if (!played.has_board) {
    return Error{"the initial position cannot be played; see `arbiter validate`"};
  }
  RecordedGame found{.white = std::string(value_of(game, KnownTag::White)),
                     .black = std::string(value_of(game, KnownTag::Black)),
                     .first = played.start.setup,
                     .moves = {played.moves.begin(), played.moves.end()},
                     .rules = profile_of_date(value_of(game, KnownTag::Date)),
                     .is_complete = played.is_complete};
  if (!found.is_complete && found.moves.empty() && is_numbered_from_black(game)) {
    GameReporter reporter(nobody);
    reporter.start(game);
    MovetextWalk walk(reporter, {});
    const PlayedGame& from_black = walk.run(black_start(), found.rules);
    found.first = from_black.start.setup;
    found.moves.assign(from_black.moves.begin(), from_black.moves.end());
    found.is_complete = from_black.is_complete;
  }
  return found;
}

}  // namespace

Validator::Validator(const ValidatorOptions& options, DiagnosticSink& sink)
    : options_(options),
      tag_options_{.today = options.today, .checked = &checked_},
      reporter_(sink),
      walk_(reporter_, options) {}

RulesProfile Validator::profile_of(const PgnGame& game) {
  if (options_.rules) return *options_.rules;
  if (const std::string_view date = value_of(game, KnownTag::Date); date != date_) {
    date_ = date;
    profile_ = profile_of_date(date);
  }
  return profile_;
}

const PlayedGame& Validator::replay(const PgnGame& game) {
  if (has_other_rules(game)) return walk_.run_without_board();
  const std::optional<StartPosition> start = read_start_position(reporter_);
  if (!start) return walk_.run_without_board();
  return walk_.run(*start, profile_of(game));
}

const GameSummary& Validator::check(const PgnGame& game) {
  reporter_.start(game);
  const bool is_sought = options_.sought.any();
  if (is_sought) check_tags(game, tag_options_, reporter_.sink());
  summary_.is_checked = !has_other_rules(game);
  const PlayedGame& played = replay(game);
  if (played.is_complete || !played.moves.empty()) {
    check_ending(reporter_, walk_);
    if (played.is_complete && is_sought) {
      check_ply_count(game, static_cast<std::uint32_t>(played.moves.size()), reporter_.sink());
      check_opening(game, played.keys, reporter_.sink());
    }
  } else {
    check_terminator(reporter_, played);
  }
  summarize(game, played);
  return summary_;
}

void Validator::summarize(const PgnGame& game, const PlayedGame& played) {
  static_cast<GameVerdict&>(summary_) = played;
  summary_.number = game.number;
  summary_.white = value_of(game, KnownTag::White);
  summary_.round = value_of(game, KnownTag::Round);
  summary_.black = value_of(game, KnownTag::Black);
  summary_.plies = static_cast<std::uint32_t>(played.moves.size());
  summary_.first_claim = walk_.draws().first_claim();
}

Result<RecordedGame> read_game(ByteSource& source, std::uint64_t number) {
  CollectingSink nobody{CodeSet()};
  TextChunks chunks(source);
  TextChunk chunk;
  std::uint64_t seen = 0;
  Result<RecordedGame> found = Error{"it contains no games"};
  while (chunks.next(chunk)) {
    PgnReader reader(chunk.source, nobody);
    PgnGame game;
    while (reader.next(game)) {
      if (++seen == number) found = recorded(game);
      if (seen <= number) continue;
      if (found) (*found).has_more = true;
      return found;
    }
  }
  if (seen > 0 && seen < number) {
    return Error{fmt::format("it has {} game{}, so there is no game {}", seen, seen == 1 ? "" : "s",
                             number)};
  }
  return found;
}

}  // namespace arbiter
