// The kinds of options that commands have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/result.h"
#include "lib/diagnostics/selection.h"
#include "lib/laws/rules_profile.h"
#include "lib/notation/piece_letters.h"
#include "lib/openings/openings.h"
#include "tools/cli/options/command_line.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"

namespace arbiter {

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

// "invalid value 'xml' (one of text, json, csv)", with the nearest of them if one is near.
std::string not_a_choice(std::string_view text, std::span<const std::string_view> names);

// "text|json|csv": shown by help, and taken apart again by completions.
std::string joined_choices(std::span<const std::string_view> names);

// Sets `value` by `parse`, from text to a Result.
template <class T, class Parse>
Option* add_parsed(CommandLine& app, const std::string& name, T& value, Parse parse) {
  const auto take = [&value, parse](const std::string& text) {
    auto parsed = parse(text);
    if (!parsed) return parsed.error();
    value = *std::move(parsed);
    return std::string();
  };
  return app.add(name, LastValue{take});
}

// An option that sets `value` to one of `choices`, which have static storage.
template <class T>
Option* add_choice(CommandLine& app, const std::string& name, T& value,
                   std::span<const Choice<T>> choices) {
  std::vector<std::string_view> names;
  for (const Choice<T>& choice : choices) names.push_back(choice.name);
  const std::string type = joined_choices(names);
  std::vector<std::string> words(names.begin(), names.end());
  const auto take = [&value, choices, names = std::move(names)](const std::string& text) {
    for (const Choice<T>& choice : choices) {
      if (choice.name != text) continue;
      value = choice.value;
      return std::string();
    }
    return not_a_choice(text, names);
  };
  return app.add(name, LastValue{take})->type_name(type)->choices(std::move(words));
}

struct NumberRange {
  std::uint64_t min = 0;
  std::uint64_t max = UINT64_MAX;
};

// An option without a value, which sets `value`.
Option* add_switch(CommandLine& app, const std::string& name, bool& value,
                   const std::string& description);

// An option or positional that is taken as it is written.
Option* add_text(CommandLine& app, const std::string& name, std::string& value);
Option* add_text(CommandLine& app, const std::string& name, std::optional<std::string>& value);

// The positional DB.
Option* add_database(CommandLine& app, std::string& path);

// Where games go.
struct OutputOption {
  std::string path;  // empty and "-": standard output
  bool replaces_databases = false;
  bool has_force = false;  // the command has --force

  bool names_file() const { return !path.empty() && path != "-"; }
};

// -o, --output FILE and --force.
Option* add_output(CommandLine& app, OutputOption& output);

// An option or positional that may be given several times and adds to `values`.
Option* add_words(CommandLine& app, const std::string& name, std::vector<std::string>& values);

// An option whose value is a whole number.
Option* add_number(CommandLine& app, const std::string& name, std::uint64_t& value,
                   NumberRange range);
Option* add_number(CommandLine& app, const std::string& name, std::optional<std::uint64_t>& value,
                   NumberRange range);

// --piece-letters KDTLS.
// Nothing: those of each game.
Option* add_piece_letters(CommandLine& app, std::optional<PieceLetters>& letters);

// --format: one of `formats`, which have static storage.
Option* add_format(CommandLine& app, AnswerFormat& format, std::span<const AnswerFormat> formats);

// --color auto|always|never.
Option* add_color(CommandLine& app, ColorMode& color);

// The whole number that `text` is, if it is one and in range; else a sentence.
Result<std::uint64_t> parse_number(std::string_view text, NumberRange range);

// The least that a command asks for.
inline constexpr std::uint64_t kLeastMemorySize = std::uint64_t{128} << 20;

// "512M", "2G", "2GB", "100000k": with k, M or G for 2^10, 2^20 or 2^30 bytes. Fails with a
// sentence, also where it is less than kLeastMemorySize.
Result<std::uint64_t> parse_memory_size(std::string_view text);

Option* add_memory_size(CommandLine& app, const std::string& name, std::uint64_t& bytes);

// --rules date|fide|...; nothing: those in force when the game was played.
Option* add_rules(CommandLine& app, std::optional<RulesProfile>& rules);

// In `group` of the help.
void add_selection(CommandLine& app, SelectionOptions& selection, const std::string& group);

struct OpeningsOption {
  std::shared_ptr<const OpeningFile> file = {};  // null: known_openings()

  const OpeningTable& table() const { return file ? file->table() : known_openings(); }
};

// --openings FILE.
Option* add_openings(CommandLine& app, OpeningsOption& openings);

}  // namespace arbiter
