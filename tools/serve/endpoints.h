// The endpoints of the explorer that run commands.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "tools/cli/bound_command.h"
#include "tools/serve/request_target.h"

namespace arbiter {

// A parameter besides those of filters and positions, which has the name of an option.
struct EndpointParameter {
  std::string_view name;
  std::uint64_t max = 0;           // of a number; 0: any text
  std::string_view fallback = {};  // the value if none is given; empty: none
};

struct Endpoint {
  std::string_view name;        // "tree" of /api/v1/tree
  std::string_view command;     // of the table of commands
  std::string_view arguments;   // its arguments in any case, separated by spaces
  std::string_view positional;  // the parameter that is an argument without a name; empty: none
  bool has_games = true;        // whether the command reads the games
  std::vector<EndpointParameter> parameters = {};
};

// Returns the endpoint of that name, or null.
const Endpoint* find_endpoint(std::string_view name);

// Returns the arguments of the command for a request. Rejects parameters that the endpoint does not
// have, so that no request names a file.
Result<std::vector<std::string>> arguments_of(const Endpoint& endpoint, const RequestTarget& target,
                                              const BoundCommand& command,
                                              const std::vector<std::string>& games);

}  // namespace arbiter
