// The explorer: a page about games, and the API that it uses (tools/docs/serve.md). The files of
// the page are parts of the program. The endpoints of the API run commands on games that several
// threads query.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "tools/cli/command.h"
#include "tools/cli/game_input.h"
#include "tools/serve/http_server.h"

namespace arbiter {

class ServedGames {
 public:
  // Opens the database, or reads the files into a private store.
  static Result<std::unique_ptr<ServedGames>> open(const GameInput& input, Console& console);

  // Returns a store that no other thread uses. A database is opened for each thread; a private
  // store is shared by waiting. A store must not outlive this object. Throws Interrupted if the
  // query is stopped meanwhile.
  Result<std::shared_ptr<Storage>> take();

  // Closes stores of a database that were opened a while ago. Later queries then see new games, and
  // old snapshots are released.
  void close_old();

  // Returns the database or the files for commands, without a password.
  const std::vector<std::string>& names() const { return names_; }
  bool is_complete() const { return is_complete_; }
  // Returns whether several threads can query at the same time.
  bool is_read_by_many() const { return is_database_; }

 private:
  struct Idle {
    std::shared_ptr<Storage> storage;
    std::chrono::steady_clock::time_point opened;
  };

  explicit ServedGames(const GameInput& input);
  std::shared_ptr<Storage> lend(Idle one);
  bool is_old(const Idle& one) const;

  GameInput input_;  // with one thread per request for databases
  std::vector<std::string> names_;
  bool is_database_;
  bool is_complete_ = true;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<Idle> idle_;
};

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
