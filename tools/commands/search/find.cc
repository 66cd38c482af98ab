// arbiter find FILE...
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/model/find_query.h"
#include "db/model/pattern_reach.h"
#include "lib/base/io_error.h"
#include "lib/patterns/pattern_plan.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/parsed_option.h"
#include "tools/cli/options/position_options.h"
#include "tools/cli/options/sort_option.h"
#include "tools/cli/output/choice.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/hit_text.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"
#include "tools/commands/search/search.h"

namespace arbiter {
namespace {

// A list for people should be short unless they say otherwise.
constexpr std::uint64_t kDefaultLimit = 25;

constexpr Choice<std::optional<HitDetail>> kHitDetails[] = {
    {"first", HitDetail::First}, {"all", HitDetail::All}, {"count", HitDetail::Count}};

struct Options {
  GameInput input;
  PositionOptions position;
  GameFilter filter;
  std::vector<SortOrder> order;
  std::optional<std::uint64_t> limit;
  bool has_no_limit = false;
  std::uint64_t offset = 0;
  AnswerFormat format = AnswerFormat::Text;
  bool count = false;
  bool explain = false;
  std::optional<HitDetail> hits;
};

using Clock = std::chrono::steady_clock;

Result<FindQuery> query_of(const Options& options) {
  FindQuery query{.filter = options.filter, .order = options.order, .offset = options.offset};
  if (options.position.is_given()) {
    auto position = read_position(options.position);
    if (!position) return Error{position.error()};
    query.position = *position;
  } else if (options.position.ignore_rights) {
    return Error{"--ignore-rights needs a position: --fen or --moves"};
  }
  if (options.hits && patterns_of(options.filter).empty()) {
    return Error{"--hits needs a pattern: --pattern"};
  }
  query.limit = options.limit;
  if (options.count) {
    query.limit = 0;
  } else if (!options.limit && !options.has_no_limit && options.format == AnswerFormat::Text) {
    query.limit = kDefaultLimit;
  }
  return query;
}

// How a pattern was searched for.
std::string plan_line(const PatternPlan& pattern) {
  return fmt::format("plan: {}", fmt::join(sentences_of(pattern), "; "));
}

// What a cluster was asked.
std::string json_of(const AskedQuestion& asked) {
  JsonLine json;
  json.add("part", asked.part).add("sql", asked.text);
  json.add("rows", asked.rows).add("bytes", asked.bytes);
  json.add_written("seconds", fmt::format("{:.6f}", asked.seconds));
  return std::string(json.object());
}

class FindRun {
 public:
  // The cost is counted from `begin`.
  FindRun(const Options& options, const FindQuery& query, Storage& storage, Clock::time_point begin)
      : options_(options), query_(query), storage_(storage), begin_(begin) {}

  void run(Console& console);

 private:
  void list(Console& console);
  std::string listed() const;
  std::string covered() const;
  void print_summary(Console& console);
  void say_summary(Console& console) const;
  void say_cost(Console& console);
  std::string cost_object();

  const Options& options_;
  const FindQuery& query_;
  Storage& storage_;
  std::vector<std::shared_ptr<const PatternPlan>> patterns_ = patterns_of(query_.filter);
  std::optional<HitDetail> hits_ =
      patterns_.empty() ? std::nullopt : std::optional(options_.hits.value_or(HitDetail::First));
  FoundGames found_;
  std::optional<std::uint32_t> index_plies_;
  double listing_seconds_ = 0;
  Clock::time_point begin_;
};

void FindRun::list(Console& console) {
  const auto add_to = [&](GameTable& table, const StreamedBatch& batch) {
    for (const StreamedGame& streamed : batch.games) {
      ListedGame listed{streamed.game, std::nullopt, std::nullopt, streamed.record};
      if (hits_) listed.hits = hits_in(streamed.game, patterns_, *hits_);
      if (streamed.ply) listed.place = place_in(streamed.game, *streamed.ply);
      table.add(listed);
    }
  };
  const auto table = make_game_table(
      {.format = options_.format, .has_places = query_.position.has_value(), .hits = hits_},
      console);
  found_ = storage_.stream(query_, {.has_records = options_.format == AnswerFormat::Pgn,
                                    .receive = [&](const auto& batch) { add_to(*table, batch); }});
  if (!options_.count) table->finish();
}

void FindRun::run(Console& console) {
  if (query_.position) index_plies_ = storage_.index_plies();
  const auto begin = Clock::now();
  list(console);
  listing_seconds_ = Duration(Clock::now() - begin).count() - found_.cost.seconds();
  if (options_.count && options_.format != AnswerFormat::Json) {
    console.print("{}\n", found_.total);
  }
  if (options_.format == AnswerFormat::Json) {
    print_summary(console);
  } else {
    say_summary(console);
  }
  if (options_.explain && options_.format != AnswerFormat::Json) {
    say_cost(console);
    say_questions(storage_, console);
  }
}

// What a question for a position has looked at.
std::string FindRun::covered() const {
  if (!index_plies_) return "all positions of the main lines were searched";
  return fmt::format("only the first {} of each game are indexed and were searched",
                     counted(*index_plies_, "half-move"));
}

// Which of the games are listed.
std::string FindRun::listed() const {
  if (found_.listed == found_.total) return {};
  if (found_.listed == 0) return "; none listed";
  std::string numbers = with_commas(query_.offset + 1);
  if (found_.listed > 1) numbers += " to " + with_commas(query_.offset + found_.listed);
  return fmt::format("; listing {} (change with --limit and --offset)", numbers);
}

void FindRun::say_summary(Console& console) const {
  if (options_.count) {
    if (query_.position) console.say(covered());
    return;
  }
  console.say(fmt::format("{}{}{}{}", counted(found_.total, "game"), listed(),
                          query_.position ? "; " : "", query_.position ? covered() : ""));
}

void FindRun::print_summary(Console& console) {
  JsonLine json;
  json.add("type", "summary").add("games", found_.total);
  json.add("listed", found_.listed).add("offset", query_.offset);
  if (query_.position) json.add("index_plies", index_plies_);
  if (options_.explain) json.add_written("cost", cost_object());
  console.print(json.finish());
}

std::string FindRun::cost_object() {
  const auto add_seconds = [](JsonLine& json, std::string_view key, double seconds) {
    json.add_written(key, fmt::format("{:.6f}", seconds));
  };
  const FindCost& cost = found_.cost;
  JsonLine json;
  add_seconds(json, "filter_seconds", cost.filter_seconds);
  add_seconds(json, "position_seconds", cost.position_seconds);
  add_seconds(json, "sort_seconds", cost.sort_seconds);
  add_seconds(json, "replay_seconds", cost.verify_seconds);
  add_seconds(json, "listing_seconds", listing_seconds_);
  add_seconds(json, "seconds", Duration(Clock::now() - begin_).count());
  for (const ReadCount& read : storage_.reads()) {
    const bool is_of_file = read.unit == "file byte";
    json.add(is_of_file ? "file_bytes" : fmt::format("{}s", read.unit), read.count);
  }
  json.add("replayed", cost.verified);
  json.add("bitmaps", cost.bitmaps).add("walked", cost.walked);
  std::vector<std::string> plans;
  for (const auto& pattern : patterns_) plans.push_back(plan_line(*pattern));
  if (!plans.empty()) json.add("plan", fmt::format("{}", fmt::join(plans, " / ")));
  std::vector<std::string> questions;
  for (const AskedQuestion& asked : storage_.questions()) questions.push_back(json_of(asked));
  if (!questions.empty()) json.add_written("questions", json_array_of_written(questions));
  return std::string(json.object());
}

void FindRun::say_cost(Console& console) {
  for (const auto& pattern : patterns_) console.say(plan_line(*pattern));
  const FindCost& cost = found_.cost;
  std::vector<std::string> parts;
  const auto add = [&](std::string_view what, double seconds, const std::string& detail) {
    if (seconds == 0) return;
    parts.push_back(fmt::format("{} {}{}", what, duration_text(Duration(seconds)), detail));
  };
  add("filter", cost.filter_seconds,
      cost.walked + cost.bitmaps == 0
          ? ""
          : fmt::format(" ({}, {} walked)", counted(cost.bitmaps, "bitmap"),
                        counted(cost.walked, "game")));
  if (query_.position) {
    add("position", cost.position_seconds, fmt::format(" ({})", reads_text(storage_.reads())));
    add("replay", cost.verify_seconds, fmt::format(" ({})", counted(cost.verified, "game")));
  }
  add("sorting", cost.sort_seconds, "");
  add("listing", listing_seconds_, "");
  console.say(fmt::format("cost: {}; {} in all", fmt::join(parts, ", "),
                          duration_text(Clock::now() - begin_)));
}

Result<ExitCode> run(const Options& options, Console& console) {
  const auto begin = Clock::now();
  const auto query = query_of(options);
  if (!query) return Error{query.error()};
  const auto positions = query->position ? AskedPositions::All : AskedPositions::First;
  const auto games = open_games(options.input, {positions}, console);
  if (!games) return Error{games.error()};
  FindRun(options, *query, *games->storage, begin).run(console);
  return games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

Option* add_limit(CommandLine& app, Options& options) {
  const auto take = [&options](const std::string& text) {
    options.has_no_limit = text == "all";
    options.limit.reset();
    if (options.has_no_limit) return std::string();
    const auto number = parse_number(text, {});
    if (!number) return number.error() + ", nor 'all'";
    options.limit = *number;
    return std::string();
  };
  return app.add("--limit", LastValue{take})
      ->type_name("N")
      ->description("List at most N games, or 'all' (default: 25 as text, otherwise all)");
}

}  // namespace

CommandRun bind_find(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_game_files(app, options->input);
  add_position(app, options->position);
  add_filters(app, options->filter);
  constexpr const char* kAnswer = "Output";
  add_format(app, options->format, kGameFormats)->group(kAnswer);
  add_sort(app, options->order)->group(kAnswer);
  add_limit(app, *options)->group(kAnswer);
  add_number(app, "--offset", options->offset, {})
      ->description("Skip the first N games")
      ->group(kAnswer);
  add_choice<std::optional<HitDetail>>(app, "--hits", options->hits, kHitDetails)
      ->description(
          "With --pattern: for each game show the first hit (default), all hits, or their number")
      ->group(kAnswer);
  add_switch(app, "--count", options->count, "Print only the number of games")->group(kAnswer);
  add_switch(app, "--explain", options->explain, "Print query statistics (time, index reads)")
      ->group(kAnswer);
  add_partial(app, options->input)->group(kAnswer);
  add_reading(app, options->input);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
