#include "tools/cli/option_helpers.h"

#include <charconv>
#include <utility>

namespace arbiter {
namespace {

constexpr Choice<ColorMode> kColorModes[] = {
    {"auto", ColorMode::Auto},
    {"always", ColorMode::Always},
    {"never", ColorMode::Never},
};

std::string described(NumberRange range) {
  if (range.most == UINT64_MAX) return fmt::format("a whole number from {}", range.least);
  return fmt::format("a whole number from {} to {}", range.least, range.most);
}

}  // namespace

Result<std::uint64_t> parse_number(std::string_view text, NumberRange range) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number);
  if (fault != std::errc() || stop != end || number < range.least || number > range.most) {
    return Error{fmt::format("'{}' is not {}", text, described(range))};
  }
  return number;
}

CLI::Option* add_words(CLI::App& app, const std::string& name, std::vector<std::string>& values) {
  CLI::Option* option = app.add_option(name, values);
  // An option takes one value each time; positionals take all there are.
  if (!option->get_positional()) option->allow_extra_args(false);
  return option->take_all();
}

CLI::Option* add_number(CLI::App& app, const std::string& name, std::uint64_t& value,
                        NumberRange range) {
  const auto set = [&value, range](const CLI::results_t& results) {
    const auto number = parse_number(results.back(), range);
    if (number) value = *number;
    return number.has_value();
  };
  const auto fault = [range](const std::string& text) {
    const auto number = parse_number(text, range);
    return number ? std::string() : number.error();
  };
  return app.add_option(name, set)->type_name("N")->check(fault)->take_last();
}

CLI::Option* add_piece_letters(CLI::App& app, PieceLetters& letters) {
  const auto set = [&letters](const CLI::results_t& results) {
    auto parsed = parse_piece_letters(results.back());
    if (parsed) letters = *std::move(parsed);
    return parsed.has_value();
  };
  const auto fault = [](const std::string& text) {
    const auto parsed = parse_piece_letters(text);
    return parsed ? std::string() : parsed.error();
  };
  return app.add_option("--piece-letters", set)
      ->type_name("KQRBN")
      ->description(
          "Letters for king, queen, rook, bishop and knight in the moves, such as KDTLS for German")
      ->check(fault)
      ->take_last();
}

CLI::Option* add_color(CLI::App& app, ColorMode& color) {
  return add_choice<ColorMode>(app, "--color", color, kColorModes)
      ->description(
          "When to use colours; auto: on a terminal, unless NO_COLOR is set (default: auto)");
}

}  // namespace arbiter
