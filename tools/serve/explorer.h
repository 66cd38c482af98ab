// The explorer: a page about games with embedded assets, and its API (tools/docs/serve.md), whose
// endpoints run commands.
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

// Whether the page can save searches.
enum class PageAccess { ReadOnly, Edit };

// The handler of the explorer. API responses are the JSON lines of commands that run in-process.
class Explorer final : public HttpHandler {
 public:
  // `games` and `commands` must outlive it.
  Explorer(ServedGames& games, std::span<const Command> commands, PageAccess access)
      : games_(games), commands_(commands), access_(access) {}

  // Sets the port that a Host field must have. Must be called before the first request.
  void set_port(std::uint16_t port) { port_ = port; }

  std::optional<HttpResponse> refuse(const HttpRequest& head) override;
  // Returns true for pages, single games, positions, and trees without a filter.
  bool is_quick(const HttpRequest& request) const override;
  HttpResponse answer(const HttpRequest& request) override;
  HttpResponse failure(unsigned status, std::string_view message) override;

 private:
  bool is_own(std::string_view host) const;
  HttpResponse content_of(const HttpRequest& request);
  void complete(HttpResponse& response) const;

  ServedGames& games_;
  std::span<const Command> commands_;
  PageAccess access_;
  std::uint16_t port_ = 0;
};

struct RequestTarget {
  std::string path;  // such as "/api/v1/tree"
  // The decoded parameters in order. Names may be repeated.
  std::vector<std::pair<std::string, std::string>> parameters = {};

  // Returns the last value with this name; empty if there is none.
  std::string_view value(std::string_view name) const;
};

// Parses "/path?name=value&...", with bytes as %XX and spaces as "+". Values must be valid UTF-8
// without control characters. The path is not decoded.
Result<RequestTarget> parse_target(std::string_view text);

struct Asset {
  std::string_view path;  // such as "/explorer.js"
  std::string_view type;
  std::string_view (*content)();
};

// Returns the file with this path, or null.
const Asset* find_asset(std::string_view path);

// A parameter that is passed as the option with the same name, in addition to those of filters and
// positions.
struct EndpointParameter {
  std::string_view name;
  std::uint64_t max = 0;           // maximum of a number; 0 if any text is allowed
  std::string_view fallback = {};  // default value; empty if there is none
};

struct Endpoint {
  std::string_view name;        // such as "tree" for /api/v1/tree
  std::string_view command;     // name in the command table
  std::string_view arguments;   // fixed arguments, separated by spaces
  std::string_view positional;  // parameter that is a positional argument; empty if there is none
  bool has_games = true;        // true if the command reads the games
  std::vector<EndpointParameter> parameters = {};
};

// Returns the endpoint with this name, or null.
const Endpoint* find_endpoint(std::string_view name);

// Returns the command arguments for a request. Rejects parameters that the endpoint does not have,
// so that a request cannot name a file.
Result<std::vector<std::string>> arguments_of(const Endpoint& endpoint, const RequestTarget& target,
                                              const BoundCommand& command,
                                              const std::vector<std::string>& games);

}  // namespace arbiter
