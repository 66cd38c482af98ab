#include "tools/serve/endpoints.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lib/base/text.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"

namespace arbiter {
namespace {

constexpr std::string_view kFileType = "FILE";  // of options that read or write a file
constexpr std::string_view kPosition = "fen|moves|ignore-rights";

// Every endpoint that runs a command with games also has its filters, and its position if it has
// one. Names of games in the arguments are ignored: the games are lent.
const std::vector<Endpoint>& endpoints() {
  static const std::vector<Endpoint> all = {
      {.name = "position",
       .command = "position",
       .arguments = "--format=json",
       .positional = "fen",
       .has_games = false,
       .parameters = {{"moves"}}},
      {.name = "tree",
       .command = "tree",
       .arguments = "--format=json",
       .positional = {},
       .parameters = {{"depth", 8}, {"min-games", UINT32_MAX}, {"limit", 1000}, {"sort"}}},
      {.name = "games",
       .command = "find",
       .arguments = "--format=json",
       .positional = {},
       .parameters = {{"limit", 1000, "50"}, {"offset", UINT32_MAX}, {"sort"}, {"hits"}}},
      {.name = "stats",
       .command = "stats",
       .arguments = "--format=json",
       .positional = {},
       .parameters = {{"by"}, {"limit", 1000}, {"sort"}}},
      {.name = "prepare",
       .command = "prepare",
       .arguments = "--format=json",
       .positional = "name",
       .parameters = {{"against"}, {"depth", 40}, {"min-games", UINT32_MAX}}},
      {.name = "novelty",
       .command = "novelty",
       .arguments = "--format=json --earlier --against=served",
       .positional = {},
       .parameters = {{"only", INT64_MAX, "0"}}},
      {.name = "export",
       .command = "export",
       .arguments = "--format=pgn",
       .positional = {},
       .parameters = {{"limit", 10000, "1000"}, {"offset", UINT32_MAX}, {"sort"}}},
      {.name = "explain",
       .command = "explain",
       .arguments = "--format=json",
       .positional = "id",
       .has_games = false,
       .parameters = {}},
  };
  return all;
}

// Returns the option of the command that a parameter may set, or null.
const Option* option_of(const Endpoint& endpoint, std::string_view name,
                        const BoundCommand& command) {
  const std::string option = fmt::format("--{}", name);
  for (const auto& one : command.line.options()) {
    if (one->is_positional() || !one->is_named(option) || one->target().words != 1) continue;
    if (one->type_name() == kFileType) return nullptr;
    const bool is_own = std::ranges::find(endpoint.parameters, name, &EndpointParameter::name) !=
                        endpoint.parameters.end();
    const bool is_of_games =
        endpoint.has_games && (one->group() == kFilterGroup || is_listed(name, kPosition));
    return is_own || is_of_games ? one.get() : nullptr;
  }
  return nullptr;
}

}  // namespace

const Endpoint* find_endpoint(std::string_view name) {
  const auto found = std::ranges::find(endpoints(), name, &Endpoint::name);
  return found == endpoints().end() ? nullptr : &*found;
}

Result<std::vector<std::string>> arguments_of(const Endpoint& endpoint, const RequestTarget& target,
                                              const BoundCommand& command,
                                              const std::vector<std::string>& games) {
  std::vector<std::string> arguments;
  for (std::string_view rest = endpoint.arguments; !rest.empty();) {
    arguments.emplace_back(rest.substr(0, rest.find(' ')));
    rest.remove_prefix(std::min(rest.size(), arguments.back().size() + 1));
  }
  std::string positional;
  for (const auto& [name, value] : target.parameters) {
    if (name == endpoint.positional) {
      positional = value;
      continue;
    }
    const Option* const option = option_of(endpoint, name, command);
    if (option == nullptr) {
      return Error{fmt::format("unknown parameter '{}' of {}", name, target.path)};
    }
    if (value.empty()) continue;
    if (!option->takes_value()) {
      if (value != "1") return Error{fmt::format("'{}' is '{}' (expected 1)", name, value)};
      arguments.push_back(fmt::format("--{}", name));
      continue;
    }
    const auto own = std::ranges::find(endpoint.parameters, name, &EndpointParameter::name);
    if (own != endpoint.parameters.end() && own->max > 0) {
      const auto number = parse_number(value, {.min = 0, .max = own->max});
      if (!number) return Error{fmt::format("{}: {}", name, number.error())};
    }
    arguments.push_back(fmt::format("--{}={}", name, value));
  }
  for (const EndpointParameter& parameter : endpoint.parameters) {
    if (!parameter.fallback.empty() && target.value(parameter.name).empty()) {
      arguments.push_back(fmt::format("--{}={}", parameter.name, parameter.fallback));
    }
  }
  // "-" alone is standard input.
  if (positional.starts_with('-')) {
    return Error{fmt::format("{}: '{}' begins with '-'", endpoint.positional, positional)};
  }
  if (!positional.empty()) arguments.push_back(positional);
  if (endpoint.has_games) arguments.insert(arguments.end(), games.begin(), games.end());
  return arguments;
}

}  // namespace arbiter
