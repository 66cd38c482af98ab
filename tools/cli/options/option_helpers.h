// Options shared by several commands: functions that add options, and a table of their names and
// meanings.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/result.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/rules_profile.h"
#include "lib/notation/piece_letters.h"
#include "lib/openings/opening_table.h"
#include "tools/cli/options/command_line.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/record_table.h"

namespace arbiter {

// The help heading of options with the same meaning in every command.
inline constexpr std::string_view kCommonGroup = "Common options";

struct SharedOption {
  std::string_view names;    // such as "-o,--output FILE"
  std::string_view meaning;  // the beginning of the help text
  bool is_common = false;    // true if `meaning` is the whole help text, under kCommonGroup

  std::string_view long_name() const;  // Returns the long name, such as "--output".
};

// Returns the table, in the order of help.
std::span<const SharedOption> shared_options();

// Adds the shared option with this long name. `addition` is appended to its help.
Option* add_shared(CommandLine& app, std::string_view long_name, OptionTarget target,
                   std::string_view addition = {});

Option* add_quiet(CommandLine& app, bool& is_quiet);
Option* add_jobs(CommandLine& app, std::uint64_t& jobs);
// Adds --color, which sets the colour mode of `app`.
Option* add_color(CommandLine& app);
// Adds --game N, a game number in a database or in game files, from 1.
Option* add_game_number(CommandLine& app, std::optional<std::uint64_t>& game,
                        std::string_view addition = {});
// Adds --limit N. `what` describes the limited items, such as "games (default: all)".
Option* add_limit(CommandLine& app, std::optional<std::uint64_t>& limit, std::string_view what);
Option* add_offset(CommandLine& app, std::uint64_t& offset);

// Parses a limit. Returns nothing for "all".
Result<std::optional<std::uint64_t>> parse_limit(std::string_view text);

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

template <class Choices>
std::vector<std::string_view> names_of(const Choices& choices) {
  std::vector<std::string_view> names;
  for (const auto& choice : choices) names.push_back(choice.name);
  return names;
}

// Splits a list at commas, and trims each item.
std::vector<std::string> split_by_comma(std::string_view list);

// Returns a message such as "invalid value 'xml' (expected one of text, json, csv)", followed by a
// similar name, if any.
std::string not_a_choice(std::string_view text, std::span<const std::string_view> names);

// Returns the choices in the format of help, such as "text|json|csv". Completions split this text
// again.
std::string joined_choices(std::span<const std::string_view> names);

// Adds an option. `parse`, a function from text to a Result, parses its value, which is stored in
// `value`.
template <class T, class Parse>
Option* add_parsed(CommandLine& app, const std::string& name, T& value, Parse parse,
                   std::string description = {}) {
  const auto take = [&value, parse](const std::string& text) {
    auto parsed = parse(text);
    if (!parsed) return parsed.error();
    value = *std::move(parsed);
    return std::string();
  };
  return app.add(name, LastValue{take})->description(std::move(description));
}

// Adds an option that sets `value` to one of `choices`, which have static storage.
template <class T>
Option* add_choice(CommandLine& app, const std::string& name, T& value,
                   std::span<const Choice<T>> choices, std::string description = {}) {
  std::vector<std::string_view> names = names_of(choices);
  const std::string type = joined_choices(names);
  std::vector<std::string> words(names.begin(), names.end());
  const auto take = [&value, choices, names = std::move(names)](const std::string& text) {
    const auto found = std::ranges::find(choices, text, &Choice<T>::name);
    if (found == choices.end()) return not_a_choice(text, names);
    value = found->value;
    return std::string();
  };
  return app.add(name, LastValue{take})
      ->type_name(type)
      ->choices(std::move(words))
      ->description(std::move(description));
}

template <class T, std::size_t N>
Option* add_choice(CommandLine& app, const std::string& name, T& value,
                   const Choice<T> (&choices)[N], std::string description = {}) {
  return add_choice(app, name, value, std::span<const Choice<T>>(choices), std::move(description));
}

template <class T>
struct SortWord {
  T key = {};
  bool is_descending = false;
};

// Parses keys separated by commas. A "-" before a key means descending order.
template <class T, std::size_t N>
Result<std::vector<SortWord<T>>> parse_sort_words(std::string_view text,
                                                  const Choice<T> (&choices)[N]) {
  std::vector<SortWord<T>> order;
  for (const std::string& word : split_by_comma(text)) {
    const bool is_descending = word.starts_with('-');
    const auto name = std::string_view(word).substr(is_descending ? 1 : 0);
    const auto* found = std::ranges::find(choices, name, &Choice<T>::name);
    if (found == std::end(choices)) return Error{not_a_choice(name, names_of(choices))};
    order.push_back({found->value, is_descending});
  }
  return order;
}

// Returns "date or elo (comma-separated); -KEY for descending order", followed by `addition`.
std::string sort_help(std::span<const std::string_view> names, std::string_view addition);

// Returns each name with and without "-".
template <class T, std::size_t N>
std::vector<std::string> sort_words_of(const Choice<T> (&choices)[N]) {
  std::vector<std::string> words;
  for (const Choice<T>& choice : choices) {
    words.emplace_back(choice.name);
    words.push_back("-" + words.back());
  }
  return words;
}

// Adds --sort KEYS with the names of `choices`. `addition` is appended to its help.
template <class T, std::size_t N>
Option* add_sort(CommandLine& app, std::vector<SortWord<T>>& order, const Choice<T> (&choices)[N],
                 std::string_view addition) {
  const auto take = [&order, &choices](const std::string& text) {
    auto words = parse_sort_words(text, choices);
    if (words) order = *std::move(words);
    return words ? std::string() : words.error();
  };
  return add_shared(app, "--sort", LastValue{take}, sort_help(names_of(choices), addition))
      ->choices(sort_words_of(choices))
      ->list();
}

struct NumberRange {
  std::uint64_t min = 0;
  std::uint64_t max = UINT64_MAX;
};

// Parses an integer. Fails if it is not in the range.
Result<std::uint64_t> parse_number(std::string_view text, NumberRange range);

// Adds an option whose value is an integer in the range of T.
template <class T>
Option* add_number(CommandLine& app, const std::string& name, T& value, NumberRange range,
                   std::string description = {}) {
  const auto parse = [range](std::string_view text) -> Result<T> {
    const auto number = parse_number(text, range);
    if (!number) return Error{number.error()};
    return static_cast<T>(*number);
  };
  return add_parsed(app, name + " N", value, parse, std::move(description));
}

// Returns the default of --jobs: one thread per core.
unsigned default_jobs();

// Adds an option without a value, which sets `value`.
inline Option* add_switch(CommandLine& app, const std::string& name, bool& value,
                          std::string description) {
  return app.add(name, &value)->description(std::move(description));
}

// Adds an option or positional whose text is stored unchanged. `value` is a std::string, an
// optional string, or a vector for an option that may be repeated.
template <class Text>
Option* add_text(CommandLine& app, const std::string& name, Text& value,
                 std::string description = {}) {
  return app.add(name, &value)->description(std::move(description));
}

// Adds the positional argument DB.
Option* add_database(CommandLine& app, std::string& path);

class OutputEncoding;  // see games_output.h

// The output file of games.
struct OutputOption {
  std::string path;  // empty or "-" for standard output
  bool replaces_databases = false;
  bool has_force = false;                         // true if the command has --force
  std::shared_ptr<OutputEncoding> encoding = {};  // null for UTF-8

  bool names_file() const { return !path.empty() && path != "-"; }
};

Option* add_output(CommandLine& app, OutputOption& output);

// Adds --piece-letters KDTLS. If the value is missing, the letters are detected for each game.
Option* add_piece_letters(CommandLine& app, std::optional<PieceLetters>& letters);

// Returns the extension in lower case, without its dot and compression suffixes. Empty for names
// without one, such as "round.2" or "Alder vs. Birch".
std::string extension_of(const std::string& path);

// Returns the format selected by the extension, such as "json" for "games.JSONL.gz", and "text" for
// .txt. Returns nothing (the default format) for standard output and names without an extension.
// Fails for other extensions.
Result<std::optional<std::string_view>> format_by_name(const std::string& output,
                                                       std::span<const std::string_view> formats);

// For commands that do not write games: returns an error if `output` is named like a game file,
// which could be lost by mistake.
std::optional<Error> fault_of_games_name(const std::string& output);

// Adds --format. If it is not given, the output name can set the format (see format_by_name). Only
// games are written to names of game files. JSON output has one object per line, so jsonl is a
// synonym of json.
template <class T>
Option* add_format_of(CommandLine& app, T& format, std::vector<Choice<T>> choices,
                      std::string_view addition) {
  const std::vector<std::string_view> names = names_of(choices);
  const auto find = [choices](std::string_view name) {
    return std::ranges::find(choices, name, &Choice<T>::name)->value;
  };
  const auto given = std::make_shared<std::string>();
  const auto take = [&format, names, find, given](const std::string& text) {
    const std::string name = text == "jsonl" ? "json" : text;
    if (std::ranges::find(names, name) == names.end()) return not_a_choice(text, names);
    format = find(name);
    *given = name;
    return std::string();
  };
  app.format_by_name([&format, names, find, given](const std::string& output) {
    if (*given == "pgn") return std::optional<Error>();
    if (!given->empty()) return fault_of_games_name(output);
    const auto named = format_by_name(output, names);
    if (!named)
      return std::optional(Error{named.error() + "; with --format, any name is possible"});
    if (*named) format = find(**named);
    return std::optional<Error>();
  });
  return add_shared(app, "--format", LastValue{take}, addition)->type_name(joined_choices(names));
}

// Adds --format with the values `formats`.
Option* add_format(CommandLine& app, AnswerFormat& format, std::span<const AnswerFormat> formats);

// Parses a number of seconds from 0.01 to 3600, such as "0.5".
Result<std::chrono::milliseconds> parse_seconds(std::string_view text);

// Parses a size such as "512M", "2G", "2GB" or "100000k", where k, M and G are 2^10, 2^20 and 2^30
// bytes. The size must not be 0. Errors refer to it as `what`, such as "memory limit".
Result<std::uint64_t> parse_size(std::string_view text, std::string_view what);

inline constexpr std::uint64_t kMinMemorySize = std::uint64_t{128} << 20;

// Parses a size like parse_size(). Fails if it is less than kMinMemorySize.
Result<std::uint64_t> parse_memory_size(std::string_view text);

Option* add_memory_size(CommandLine& app, const std::string& name, std::uint64_t& bytes);

// Adds --encoding and --max-unpacked, which apply to all files that the program reads.
void add_reading_options(CommandLine& app);

// Adds --rules date|fide|.... If the value is missing, the rules in force when the game was played
// apply.
Option* add_rules(CommandLine& app, std::optional<RulesProfile>& rules);

// Adds --select, --ignore and --severity, under the help heading `group`.
void add_selection(CommandLine& app, SelectionOptions& selection, const std::string& group);

// Returns the content of a file named by an option, at most 64 MB. "-" is standard input.
Result<std::string> read_option_file(const std::string& name);

// A table of openings from a file, or known_openings() if `file` is null.
struct OpeningsOption {
  std::string path = {};  // path of the file
  std::shared_ptr<const OpeningFile> file = {};

  const OpeningTable& table() const { return file ? file->table() : known_openings(); }
};

Option* add_openings(CommandLine& app, OpeningsOption& openings);

}  // namespace arbiter
