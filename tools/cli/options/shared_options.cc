#include "tools/cli/options/shared_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/cli/options/option_helpers.h"

namespace arbiter {
namespace {

constexpr NumberRange kJobs{.min = 1, .max = 1024};

constexpr SharedOption kSharedOptions[] = {
    {"--game N", "Game number in the database or in the files"},
    {"--format", "Output format"},
    {"--sort KEYS", "Sort by "},
    {"--limit N", "Limit the results to N "},
    {"--offset N", "Skip the first N matching games"},
    {"-q,--quiet", "Print results and errors only", true},
    {"-o,--output FILE",
     "Write the results to FILE, compressed if its name ends in .gz or .zst (default: standard "
     "output)",
     true},
    {"-j,--jobs N", "Number of threads (default: one per core)", true},
    {"--color auto|always|never",
     "Use of colours; auto: on a terminal unless NO_COLOR is set (default: auto; without a value: "
     "always)",
     true},
};

constexpr Choice<ColorMode> kColorModes[] = {
    {"auto", ColorMode::Auto},
    {"always", ColorMode::Always},
    {"never", ColorMode::Never},
};

// Stores a parsed value.
template <class T, class Parse>
LastValue stored(T& value, Parse parse) {
  return {[&value, parse](const std::string& text) {
    const auto parsed = parse(text);
    if (!parsed) return parsed.error();
    value = *parsed;
    return std::string();
  }};
}

auto number_parser(NumberRange range) {
  return [range](const std::string& text) { return parse_number(text, range); };
}

}  // namespace

std::string_view SharedOption::long_name() const {
  const std::string_view named = names.substr(names.find("--"));
  return named.substr(0, named.find(' '));
}

std::span<const SharedOption> shared_options() { return kSharedOptions; }

Option* add_shared(CommandLine& app, std::string_view long_name, OptionTarget target,
                   std::string_view addition) {
  const auto* const shared = std::ranges::find(kSharedOptions, long_name, &SharedOption::long_name);
  Option* option = app.add(std::string(shared->names), std::move(target))
                       ->description(fmt::format("{}{}", shared->meaning, addition));
  return shared->is_common ? option->group(std::string(kCommonGroup)) : option;
}

Option* add_quiet(CommandLine& app, bool& is_quiet) {
  return add_shared(app, "--quiet", &is_quiet);
}

Option* add_jobs(CommandLine& app, std::uint64_t& jobs) {
  return add_shared(app, "--jobs", stored(jobs, number_parser(kJobs)));
}

Option* add_color(CommandLine& app) {
  const auto parse = [](std::string_view text) -> Result<ColorMode> {
    const auto* const found = std::ranges::find(kColorModes, text, &Choice<ColorMode>::name);
    if (found == std::end(kColorModes)) return Error{not_a_choice(text, names_of(kColorModes))};
    return found->value;
  };
  const auto names = names_of(kColorModes);
  return add_shared(app, "--color", stored(app.color(), parse))
      ->choices({names.begin(), names.end()})
      ->optional_value("always");
}

Option* add_game_number(CommandLine& app, std::optional<std::uint64_t>& game,
                        std::string_view addition) {
  const auto parse = number_parser({.min = 1, .max = INT64_MAX});
  return add_shared(app, "--game", stored(game, parse), addition)->alias("--id");
}

Option* add_limit(CommandLine& app, std::optional<std::uint64_t>& limit, std::string_view what) {
  return add_shared(app, "--limit", stored(limit, parse_limit), what);
}

Option* add_offset(CommandLine& app, std::uint64_t& offset) {
  return add_shared(app, "--offset", stored(offset, number_parser({})))->alias("--skip");
}

Result<std::optional<std::uint64_t>> parse_limit(std::string_view text) {
  if (text == "all") return std::optional<std::uint64_t>();
  const auto number = parse_number(text, {});
  if (!number) return Error{number.error() + ", or 'all'"};
  return std::optional(*number);
}

}  // namespace arbiter
