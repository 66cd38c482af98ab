// arbiter stats FILE...
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/model/game_statistics.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/commands/search/search.h"
#include "tools/commands/search/stats_order.h"
#include "tools/commands/search/stats_report.h"

namespace arbiter {
namespace {

constexpr Choice<std::optional<GroupBy>> kGroupings[] = {
    {"year", GroupBy::Year},       {"eco", GroupBy::Eco},
    {"opening", GroupBy::Opening}, {"family", GroupBy::OpeningFamily},
    {"player", GroupBy::Player},   {"event", GroupBy::Event},
    {"site", GroupBy::Site},       {"elo", GroupBy::Elo},
    {"result", GroupBy::Result},   {"ending", GroupBy::Ending},
    {"plies", GroupBy::Plies},     {"first-move", GroupBy::FirstMove},
};

constexpr std::uint64_t kAllRows = UINT64_MAX;

struct Options {
  GameInput input;
  std::optional<GroupBy> by;
  GroupOrder order;  // empty: that of groups_of()
  std::uint64_t limit = kAllRows;
  GameFilter filter;
  AnswerFormat format = AnswerFormat::Text;
  ColorMode color = ColorMode::Auto;
};

// Who wants only some of the groups wants the largest ones.
GroupOrder order_of(const Options& options) {
  if (options.order.empty() && options.limit != kAllRows) {
    return {{GroupKey::Games, GroupDirection::Falling}};
  }
  return options.order;
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  if (!options.by && !options.order.empty()) return Error{"--sort needs --by"};
  const auto games = open_games(options.input, {QueryPositions::First}, console);
  if (!games) return Error{games.error()};
  Storage& storage = *games->storage;
  if (options.by) {
    std::vector<StatisticsRow> groups = storage.groups(options.filter, *options.by);
    sort_groups(groups, *options.by, order_of(options));
    if (groups.size() > options.limit) groups.resize(static_cast<std::size_t>(options.limit));
    print_groups(groups, *options.by, options.format, console);
  } else {
    print_totals(storage.totals(options.filter), options.format, console);
  }
  return games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_stats(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_game_files(app, options->input);
  add_choice<std::optional<GroupBy>>(app, "--by", options->by, kGroupings)
      ->description("Group the games by this");
  add_parsed(app, "--sort", options->order, parse_group_order)
      ->type_name("KEYS")
      ->choices(group_key_words())
      ->list()
      ->description(
          "Sort the rows of --by: name, games, white-wins, draws, black-wins, score or plies; -KEY "
          "for descending order; separate several with commas (default: -games with --limit; "
          "otherwise by name for years, codes and numbers)");
  add_number(app, "--limit", options->limit, {.min = 1})
      ->description("Print only the first N rows of --by (default: all)");
  add_format(app, options->format, kTableFormats);
  add_color(app, options->color);
  add_filters(app, options->filter);
  add_partial(app, options->input);
  add_reading(app, options->input);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
