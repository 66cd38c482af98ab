// The explorer: a page about games, and the interface that the page uses (tools/docs/serve.md).
// The files of the explorer's page, which are parts of the program.
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
#include "tools/cli/command.h"
#include "tools/serve/http_server.h"
#include "tools/serve/served_games.h"

namespace arbiter {

// Responses of the interface are the JSON lines of commands, which run inside this program.
class Explorer final : public HttpHandler {
 public:
  // `games` and `commands` must outlive this.
  Explorer(ServedGames& games, std::span<const Command> commands)
      : games_(games), commands_(commands) {}

  // Sets the port that a Host field must have. To be called before the first request.
  void set_port(std::uint16_t port) { port_ = port; }

  std::optional<HttpResponse> refuse(const HttpRequest& head) override;
  HttpResponse answer(const HttpRequest& request) override;
  HttpResponse failure(unsigned status, std::string_view message) override;

 private:
  bool is_own(std::string_view host) const;
  HttpResponse content_of(const HttpRequest& request);
  // Adds the header fields that all responses have.
  void complete(HttpResponse& response) const;

  ServedGames& games_;
  std::span<const Command> commands_;
  std::uint16_t port_ = 0;
};

struct Asset {
  std::string_view path;  // "/explorer.js"
  std::string_view type;
  std::string_view (*content)();
};

// Returns the file of that path, or null.
const Asset* find_asset(std::string_view path);

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
