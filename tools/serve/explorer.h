// The explorer: a page about games, and the interface that the page uses (tools/docs/serve.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

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

}  // namespace arbiter
