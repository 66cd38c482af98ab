#include "tools/cli/options/option_helpers.h"

#include <fmt/format.h>

#include <charconv>

#include "tools/cli/options/parsed_option.h"

namespace arbiter {
namespace {

constexpr Choice<ColorMode> kColorModes[] = {
    {"auto", ColorMode::Auto},
    {"always", ColorMode::Always},
    {"never", ColorMode::Never},
};

std::string described(NumberRange range) {
  if (range.max == UINT64_MAX) return fmt::format("a whole number from {}", range.min);
  return fmt::format("a whole number from {} to {}", range.min, range.max);
}

template <class T>
Option* add_number_to(CommandLine& app, const std::string& name, T& value, NumberRange range) {
  const auto parse = [range](std::string_view text) { return parse_number(text, range); };
  return add_parsed(app, name, value, parse)->type_name("N");
}

}  // namespace

Result<std::uint64_t> parse_number(std::string_view text, NumberRange range) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number);
  if (fault != std::errc() || stop != end || number < range.min || number > range.max) {
    return Error{fmt::format("'{}' is not {}", text, described(range))};
  }
  return number;
}

Option* add_switch(CommandLine& app, const std::string& name, bool& value,
                   const std::string& description) {
  return app.add(name, &value)->description(description);
}

Option* add_text(CommandLine& app, const std::string& name, std::string& value) {
  return app.add(name, &value);
}

Option* add_text(CommandLine& app, const std::string& name, std::optional<std::string>& value) {
  return app.add(name, &value);
}

Option* add_database(CommandLine& app, std::string& path) {
  return add_text(app, "DB", path)->type_name("FILE")->required()->description("The database");
}

Option* add_output(CommandLine& app, OutputOption& output) {
  Option* option = add_text(app, "-o,--output", output.path);
  option->type_name("FILE")->description(
      "Write to this file; compressed if its name ends in .gz or .zst (default: standard "
      "output)");
  add_switch(app, "--force", output.replaces_databases, "Let -o replace a database");
  output.has_force = true;
  return option;
}

Option* add_words(CommandLine& app, const std::string& name, std::vector<std::string>& values) {
  return app.add(name, &values);
}

Option* add_number(CommandLine& app, const std::string& name, std::uint64_t& value,
                   NumberRange range) {
  return add_number_to(app, name, value, range);
}

Option* add_number(CommandLine& app, const std::string& name, std::optional<std::uint64_t>& value,
                   NumberRange range) {
  return add_number_to(app, name, value, range);
}

Option* add_piece_letters(CommandLine& app, std::optional<PieceLetters>& letters) {
  using Letters = std::optional<PieceLetters>;
  const auto parse = [](std::string_view text) -> Result<Letters> {
    if (text == "auto") return Letters();
    auto parsed = parse_piece_letters(text);
    if (!parsed) return Error{parsed.error()};
    return Letters(*std::move(parsed));
  };
  return add_parsed(app, "--piece-letters", letters, parse)
      ->type_name("auto|KQRBN")
      ->description(
          "Letters for king, queen, rook, bishop and knight in the moves, such as KDTLS for "
          "German; auto: the letters that make each game legal (default: auto)");
}

Option* add_format(CommandLine& app, AnswerFormat& format, std::span<const AnswerFormat> formats) {
  std::vector<std::string_view> names;
  for (const AnswerFormat one : formats) names.push_back(to_string(one));
  const auto parse = [formats, names](std::string_view text) -> Result<AnswerFormat> {
    for (const AnswerFormat one : formats) {
      if (to_string(one) == text) return one;
    }
    return Error{not_a_choice(text, names)};
  };
  return add_parsed(app, "--format", format, parse)
      ->type_name(joined_choices(names))
      ->description("Output format (default: text)");
}

Option* add_color(CommandLine& app, ColorMode& color) {
  return add_choice<ColorMode>(app, "--color", color, kColorModes)
      ->description(
          "When to use colours; auto: on a terminal, unless NO_COLOR is set (default: auto)");
}

}  // namespace arbiter
