#include "lib/validate/command_fault.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "lib/base/text.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {
namespace {

// Larger than what any engine gives, in pawns and in moves to mate.
constexpr double kHighestEval = 10'000;
constexpr int kLongestMate = 1'000;

bool is_file(char letter) { return letter >= 'a' && letter <= 'h'; }
bool is_rank(char letter) { return letter >= '1' && letter <= '8'; }
bool is_color(char letter) {
  return std::string_view("RGYB").find(letter) != std::string_view::npos;
}

// "0:01:23", "1:23.4", "83.5", "-0:00:01".
bool is_clock(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && is_digit(text.front()) &&
         text.find_first_not_of("0123456789:.,") == std::string_view::npos;
}

// Whole: nothing but the number.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// "#3", "#-3", "-#3", "M3".
bool is_mate_in_range(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const auto moves = parse_number<int>(text.substr(1));
  return moves && *moves != 0 && std::abs(*moves) <= kLongestMate;
}

bool is_eval_in_range(std::string_view text) {
  const std::size_t sign = text.find_first_not_of("+-");
  if (sign == std::string_view::npos) return false;
  if (text[sign] == '#' || text[sign] == 'M') return is_mate_in_range(text);
  const auto pawns = parse_number<double>(text);
  return pawns && std::abs(*pawns) <= kHighestEval;
}

std::optional<CommandFinding> eval_fault(std::string_view command, std::string_view arguments) {
  const std::size_t comma = arguments.find(',');
  const std::string_view value = trim(arguments.substr(0, comma));
  if (value.empty()) return CommandFinding{CommandFault::Malformed, command};
  if (!is_eval_in_range(value)) return CommandFinding{CommandFault::EvalOutOfRange, value};
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view depth = trim(arguments.substr(comma + 1));
  if (!depth.empty() && std::ranges::all_of(depth, is_digit)) return std::nullopt;
  return CommandFinding{CommandFault::Malformed, command};
}

bool is_colored_square(std::string_view item) {
  return item.size() == 3 && is_color(item[0]) && is_file(item[1]) && is_rank(item[2]);
}

bool is_colored_arrow(std::string_view item) {
  return item.size() == 5 && is_colored_square(item.substr(0, 3)) && is_file(item[3]) &&
         is_rank(item[4]) && item.substr(1, 2) != item.substr(3, 2);
}

// Items between commas.
template <class IsGood>
std::optional<CommandFinding> item_fault(CommandFault fault, std::string_view arguments,
                                         IsGood is_good) {
  while (true) {
    const std::size_t comma = arguments.find(',');
    const std::string_view item = trim(arguments.substr(0, comma));
    if (!is_good(item)) return CommandFinding{fault, item.empty() ? arguments : item};
    if (comma == std::string_view::npos) return std::nullopt;
    arguments.remove_prefix(comma + 1);
  }
}

}  // namespace

std::optional<CommandFinding> command_fault(std::string_view command) {
  const CommandFinding malformed{CommandFault::Malformed, command};
  if (!command.starts_with("[%") || !command.ends_with(']')) return malformed;
  std::string_view inside = command.substr(2, command.size() - 3);
  const auto name_length = static_cast<std::size_t>(
      std::ranges::find_if_not(
          inside,
          [](char letter) { return is_letter(letter) || is_digit(letter) || letter == '_'; }) -
      inside.begin());
  const std::string_view name = inside.substr(0, name_length);
  if (name.empty()) return malformed;
  if (name_length < inside.size() && inside[name_length] != ' ' && inside[name_length] != '\n' &&
      inside[name_length] != '\r') {
    return malformed;
  }
  const std::string_view arguments = trim(inside.substr(name_length));
  switch (command_kind(name)) {
    case CommandKind::TimeLeft:
    case CommandKind::Elapsed:
    case CommandKind::ElapsedInGame:
    case CommandKind::MechanicalTime:
      return is_clock(arguments) ? std::nullopt : std::optional(malformed);
    case CommandKind::Evaluation:
      return eval_fault(command, arguments);
    case CommandKind::Squares:
      if (arguments.empty()) return malformed;
      return item_fault(CommandFault::SquareOutOfRange, arguments, is_colored_square);
    case CommandKind::Arrows:
      if (arguments.empty()) return malformed;
      return item_fault(CommandFault::ArrowOutOfRange, arguments, is_colored_arrow);
    case CommandKind::Other:
      return arguments.empty() ? std::optional(malformed) : std::nullopt;
    case CommandKind::Unknown:
      break;
  }
  return CommandFinding{CommandFault::Unknown, command};
}

}  // namespace arbiter
