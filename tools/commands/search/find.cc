// The command `arbiter find FILE...`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

#include "db/model/filter_text.h"
#include "db/model/game_filter.h"
#include "db/model/game_reach.h"
#include "db/model/storage.h"
#include "db/store/open_storage.h"
#include "lib/base/result.h"
#include "lib/base/text.h"
#include "lib/io/output_file.h"
#include "lib/patterns/pattern_plan.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/player_input.h"
#include "tools/commands/search/search.h"

namespace arbiter {
namespace {

// The default limit of text tables.
constexpr std::uint64_t kDefaultLimit = 25;

constexpr Choice<std::optional<HitDetail>> kHitDetails[] = {
    {"first", HitDetail::First}, {"all", HitDetail::All}, {"count", HitDetail::Count}};

struct FindCommandOptions {
  GameInput input;
  PositionOptions position;
  GameFilter filter;
  std::vector<SortOrder> order;
  std::optional<std::optional<std::uint64_t>> limit;  // if missing, the limit of the format
  std::uint64_t offset = 0;
  AnswerFormat format = AnswerFormat::Text;
  bool count = false;
  bool explain = false;
  std::optional<HitDetail> hits;
  std::string saved_as;  // name of the search to save, or empty
  std::string search;    // name of a saved search
  bool lists_searches = false;
};

// The saved searches of a database, in a text file next to it: a line "NAME: CONDITIONS" for each.
// Other lines are preserved.
class SavedSearches {
 public:
  static Result<SavedSearches> open(const GameInput& input) {
    const std::string& database = input.names.front();
    if (input.names.size() > 1 || !is_storage(database) || is_cluster(database)) {
      return Error{"--save, --search and --searches need a database file"};
    }
    SavedSearches searches(database + ".searches");
    if (!std::filesystem::exists(searches.path_)) return searches;
    const auto text = read_option_file(searches.path_);
    if (!text) return Error{text.error()};
    for (std::string_view rest = *text; !rest.empty();) {
      searches.lines_.emplace_back(rest.substr(0, rest.find('\n')));
      rest.remove_prefix(std::min(rest.size(), searches.lines_.back().size() + 1));
    }
    return searches;
  }

  Result<GameFilter> find(const std::string& name) const {
    const auto found = std::ranges::find(lines_, trim(name), name_of);
    if (found == lines_.end()) {
      std::vector<std::string_view> names;
      for (const std::string& line : lines_) {
        if (!name_of(line).empty()) names.push_back(name_of(line));
      }
      std::ranges::sort(names);
      return Error{fmt::format("unknown search '{}' (expected {})", name,
                               names.empty() ? "one that --save has written"
                                             : fmt::format("{}", fmt::join(names, ", ")))};
    }
    auto filter = parse_filter(trim(std::string_view(*found).substr(found->find(':') + 1)));
    if (!filter) return Error{fmt::format("{}: {}: {}", path_, name, filter.error())};
    return filter;
  }

  void print(AnswerFormat format, Console& console) const {
    for (const std::string& line : lines_) {
      const std::string_view name = name_of(line);
      if (name.empty()) continue;
      const std::string_view filter = trim(std::string_view(line).substr(line.find(':') + 1));
      JsonLine json;
      json.add("type", "search").add("name", name).add("where", filter);
      console.print("{}", format == AnswerFormat::Json ? std::string(json.finish())
                                                       : fmt::format("{}: {}\n", name, filter));
    }
  }

  // Adds a search, or replaces the one with the same name. Throws IoError if the file cannot be
  // written.
  std::optional<Error> save(std::string_view name, const GameFilter& filter) {
    name = trim(name);
    if (name.empty() || name.find_first_of(":\r\n") != name.npos) {
      return Error{fmt::format(
          "--save: invalid name '{}' (expected one line of text without a colon)", name)};
    }
    std::string text = to_string(filter);
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    const auto read = parse_filter(text);
    if (!read || possible_dates(*read) != possible_dates(filter)) {
      return Error{"--save needs conditions; use --may-match with --search instead"};
    }
    const auto old = std::ranges::find(lines_, name, name_of);
    std::string& line = old != lines_.end() ? *old : lines_.emplace_back();
    line = fmt::format("{}: {}", name, text);
    auto file = OutputFile::open(path_);
    if (!file) return Error{fmt::format("{}: {}", path_, file.error())};
    for (const std::string& one : lines_) (*file)->write(one + '\n');
    const auto written = (*file)->finish();
    return written ? std::nullopt : std::optional(Error{written.error()});
  }

 private:
  explicit SavedSearches(std::string path) : path_(std::move(path)) {}

  // Returns the name of the search in a line; nothing for other lines.
  static std::string_view name_of(std::string_view line) {
    const std::size_t colon = line.find(':');
    return trim(line.substr(0, colon == line.npos ? 0 : colon));
  }

  static std::size_t possible_dates(const GameFilter& filter) {
    std::size_t count = 0;
    for_each_test(filter, [&count](const GameTest& test) {
      const auto* number = std::get_if<NumberTest>(&test);
      count += number != nullptr && number->form == NumberTest::Form::PossibleDate ? 1 : 0;
    });
    return count;
  }

  std::string path_;
  std::vector<std::string> lines_;
};

// Adds the conditions of --search, and saves those of --save.
std::optional<Error> use_searches(FindCommandOptions& options) {
  if (options.search.empty() && options.saved_as.empty()) return std::nullopt;
  auto searches = SavedSearches::open(options.input);
  if (!searches) return Error{searches.error()};
  if (!options.search.empty()) {
    auto filter = searches->find(options.search);
    if (!filter) return Error{filter.error()};
    options.filter.require(*std::move(filter));
  }
  if (options.saved_as.empty()) return std::nullopt;
  if (options.position.is_given()) return Error{"--save cannot store a position; use --key HASH"};
  return searches->save(options.saved_as, options.filter);
}

Result<ExitCode> print_searches(const FindCommandOptions& options, Console& console) {
  const bool has_query = options.position.is_given() || !to_string(options.filter).empty();
  if (has_query || !options.search.empty() || !options.saved_as.empty()) {
    return Error{"--searches cannot be combined with filters, --save or --search"};
  }
  if (options.format != AnswerFormat::Text && options.format != AnswerFormat::Json) {
    return Error{"--searches needs --format text or json"};
  }
  const auto searches = SavedSearches::open(options.input);
  if (!searches) return Error{searches.error()};
  searches->print(options.format, console);
  return ExitCode::Clean;
}

using Clock = std::chrono::steady_clock;

// Returns the condition on a number in comments; null for other tests, and for any number.
const CommentNumberTest* comment_number_in(const GameTest& test) {
  const auto* number = std::get_if<CommentNumberTest>(&test);
  const bool is_any = number != nullptr && std::isinf(number->min) && std::isinf(number->max);
  return is_any ? nullptr : number;
}

bool has_comment_numbers(const GameFilter& filter) {
  bool has_any = false;
  for_each_required_test(filter, [&has_any](const GameTest& test) {
    has_any = has_any || comment_number_in(test) != nullptr;
  });
  return has_any;
}

// Adds the moves after which numbers in comments match. Alternatives for the other colour of a
// player do not count.
void add_comment_hits(const GameFilter& filter, const GameView& game, std::size_t plies,
                      std::vector<PatternHit>& hits) {
  if (filter.kind == GameFilter::Kind::Not) return;
  const auto holds = [&game](const GameFilter& part) { return matches(part, game); };
  // None holds for a game of a person whose names were merged.
  const bool has_alternatives =
      filter.kind == GameFilter::Kind::Any && std::ranges::any_of(filter.parts, holds);
  for (const GameFilter& part : filter.parts) {
    if (!has_alternatives || holds(part)) add_comment_hits(part, game, plies, hits);
  }
  const auto* number = filter.test ? comment_number_in(*filter.test) : nullptr;
  if (number == nullptr) return;
  for (const std::uint16_t ply : number->plies(game)) {
    if (ply <= plies) hits.push_back({ply, ply});
  }
}

Result<FindQuery> query_of(const FindCommandOptions& options) {
  FindQuery query{.filter = options.filter, .order = options.order, .offset = options.offset};
  if (options.position.is_given()) {
    auto position = read_position(options.position);
    if (!position) return Error{position.error()};
    query.position = *position;
  } else if (options.position.ignore_rights) {
    return Error{"--ignore-rights needs a position: --fen or --moves"};
  }
  if (options.hits && patterns_of(options.filter).empty() && !has_comment_numbers(options.filter)) {
    return Error{"--hits needs --pattern, --blunder, --eval, --white-clock or --black-clock"};
  }
  if (options.count) {
    query.limit = 0;
  } else if (options.limit) {
    query.limit = *options.limit;
  } else if (options.format == AnswerFormat::Text) {
    query.limit = kDefaultLimit;
  }
  return query;
}

std::string plan_line(const PatternPlan& pattern) {
  return fmt::format("plan: {}", fmt::join(sentences_of(pattern), "; "));
}

void add_seconds(JsonLine& json, std::string_view key, double seconds) {
  json.add_written(key, fmt::format("{:.6f}", seconds));
}

JsonLine json_of(const ShardQuery& query) {
  JsonLine json;
  json.add("part", query.shard).add("sql", query.text);
  json.add("rows", query.rows).add("bytes", query.bytes);
  add_seconds(json, "seconds", query.seconds);
  return json;
}

// One run of the query. The total time starts at `begin`.
struct FindRun {
  const FindCommandOptions& options;
  const FindQuery& query;
  Storage& storage;
  Clock::time_point begin;
  std::vector<std::shared_ptr<const PatternPlan>> patterns = patterns_of(query.filter);
  bool has_numbers = has_comment_numbers(query.filter);
  std::optional<HitDetail> hits = patterns.empty() && !has_numbers
                                      ? std::nullopt
                                      : std::optional(options.hits.value_or(HitDetail::First));
  GameLister lister = GameLister(hits, patterns);
  FoundGames found = {};
  std::optional<std::uint32_t> index_plies = {};
  double listing_seconds = 0;

  void run(Console& console) {
    if (query.position) index_plies = storage.index_plies();
    const auto listing_begin = Clock::now();
    list(console);
    listing_seconds = Duration(Clock::now() - listing_begin).count() - found.cost.seconds();
    if (options.format == AnswerFormat::Json) return print_json_summary(console);
    if (options.count) console.print("{}\n", found.total);
    print_summary(console);
    if (options.explain) {
      print_cost(console);
      print_queries(storage, console);
    }
    print_other_rights(console);
  }

  // If no game has the position, prints the number of games with other castling or en passant
  // rights.
  void print_other_rights(Console& console) const {
    if (found.total > 0 || !query.position || options.position.ignore_rights) return;
    PositionOptions position = options.position;
    position.ignore_rights = true;
    FindQuery other{.filter = query.filter, .position = *read_position(position), .limit = 0};
    const std::uint64_t games = storage.stream(other, {.receive = [](auto&) {}}).total;
    if (games == 0) return;
    console.say(fmt::format("{} with other castling or en passant rights; use --ignore-rights",
                            counted(games, "game")));
  }

  void list(Console& console) {
    if (options.count) {  // prints neither games nor column names
      found = storage.stream(query, {.receive = [](const StreamedBatch&) {}});
      return;
    }
    const auto table = make_game_table(
        {.format = options.format, .has_places = query.position.has_value(), .hits = hits},
        console);
    const auto receive = [&](const StreamedBatch& batch) {
      for (const StreamedGame& streamed : batch.games) {
        table->add(lister.list(streamed, comment_hits(streamed)));
      }
    };
    found = storage.stream(
        query,
        {.has_records = has_numbers || options.format == AnswerFormat::Pgn, .receive = receive});
    table->finish();
  }

  std::vector<PatternHit> comment_hits(const StreamedGame& streamed) const {
    if (!has_numbers) return {};
    std::vector<PatternHit> found_hits;
    GameView view = view_of(streamed.game);
    view.record = streamed.record;
    add_comment_hits(query.filter, view, streamed.game.moves.size(), found_hits);
    return found_hits;
  }

  std::string searched_positions() const {
    if (!index_plies) return "all positions of the main lines were searched";
    return fmt::format("only the first {} of each game are indexed and were searched",
                       counted(*index_plies, "half-move"));
  }

  std::string listed_range() const {
    if (found.listed == found.total) return {};
    if (found.listed == 0) return " (none listed)";
    std::string numbers = with_commas(query.offset + 1);
    if (found.listed > 1) numbers += " to " + with_commas(query.offset + found.listed);
    return fmt::format("; showing {} (use --limit and --offset for more)", numbers);
  }

  void print_summary(Console& console) const {
    if (options.count) {
      if (query.position) console.say(searched_positions());
      return;
    }
    console.say(fmt::format("{}{}{}{}", counted(found.total, "game"), listed_range(),
                            query.position ? "; " : "",
                            query.position ? searched_positions() : ""));
  }

  void print_json_summary(Console& console) const {
    JsonLine json;
    json.add("type", "summary").add("games", found.total);
    json.add("listed", found.listed).add("offset", query.offset);
    if (query.position) json.add("index_plies", index_plies);
    if (options.explain) json.add_written("cost", cost_object());
    console.print(json.finish());
  }

  std::string cost_object() const {
    const FindCost& cost = found.cost;
    JsonLine json;
    add_seconds(json, "filter_seconds", cost.filter_seconds);
    add_seconds(json, "position_seconds", cost.position_seconds);
    add_seconds(json, "sort_seconds", cost.sort_seconds);
    add_seconds(json, "replay_seconds", cost.verify_seconds);
    add_seconds(json, "listing_seconds", listing_seconds);
    add_seconds(json, "seconds", Duration(Clock::now() - begin).count());
    for (const ReadCount& read : storage.reads()) {
      const bool is_of_file = read.unit == "file byte";
      json.add(is_of_file ? "file_bytes" : fmt::format("{}s", read.unit), read.count);
    }
    json.add("replayed", cost.verified);
    json.add("bitmaps", cost.bitmaps).add("walked", cost.walked);
    json.add("listing_replays", lister.replays());
    std::vector<std::string> plans;
    for (const auto& pattern : patterns) plans.push_back(plan_line(*pattern));
    if (!plans.empty()) json.add("plan", fmt::format("{}", fmt::join(plans, " / ")));
    std::vector<JsonLine> queries;
    for (const ShardQuery& one : storage.queries()) queries.push_back(json_of(one));
    if (!queries.empty()) json.add("questions", queries);
    return std::string(json.object());
  }

  void print_cost(Console& console) const {
    for (const auto& pattern : patterns) console.say(plan_line(*pattern));
    const FindCost& cost = found.cost;
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
    if (query.position) {
      add("position", cost.position_seconds, fmt::format(" ({})", reads_text(storage.reads())));
      add("replay", cost.verify_seconds, fmt::format(" ({})", counted(cost.verified, "game")));
    }
    add("sorting", cost.sort_seconds, "");
    add("listing", listing_seconds,
        lister.replays() == 0 ? ""
                              : fmt::format(" ({} replayed)", counted(lister.replays(), "game")));
    console.say(fmt::format("cost: {}; {} in total", fmt::join(parts, ", "),
                            duration_text(Clock::now() - begin)));
  }
};

Result<ExitCode> run(FindCommandOptions options, Console& console) {
  if (options.lists_searches) return print_searches(options, console);
  const auto begin = Clock::now();
  if (auto fault = use_searches(options)) return *std::move(fault);
  const auto query = query_of(options);
  if (!query) return Error{query.error()};
  const auto positions = query->position ? QueryPositions::All : QueryPositions::First;
  const auto games = open_games(options.input, {positions}, console);
  if (!games) return Error{games.error()};
  print_matched_players(options.filter, *games->storage, console);
  FindRun{options, *query, *games->storage, begin}.run(console);
  return games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_find(CommandLine& app) {
  const auto options = std::make_shared<FindCommandOptions>();
  add_game_files(app, options->input);
  add_position(app, options->position);
  add_filters(app, options->filter);
  add_text(app, "--save NAME", options->saved_as,
           "Write the filters under this name to DB.searches, a file next to the database");
  add_text(app, "--search NAME", options->search, "Include the filters of a saved search");
  add_switch(app, "--searches", options->lists_searches, "List the saved searches");
  {
    const OptionGroup group(app, "Output");
    add_format(app, options->format, kGameFormats);
    add_sort(app, options->order);
    const auto take = [options = options.get()](const std::string& text) {
      const auto limit = parse_limit(text);
      if (limit) options->limit = *limit;
      return limit ? std::string() : limit.error();
    };
    add_shared(app, "--limit", LastValue{take},
               "games, or 'all' (default: 25 as text, all in other formats)");
    add_offset(app, options->offset);
    add_choice<std::optional<HitDetail>>(
        app, "--hits", options->hits, kHitDetails,
        "Show the first hit in each game (default), all hits, or a count of hits; of --pattern, "
        "--blunder, --eval or a clock");
    add_switch(app, "--count", options->count, "Print only the number of games");
    add_switch(app, "--explain", options->explain, "Print query statistics (time, index reads)");
    add_partial(app, options->input);
  }
  add_reading(app, options->input);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
