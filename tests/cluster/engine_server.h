// The in-process ClickHouse behind an HTTP port, as a current server.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tests/cluster/engine_endpoint.h"
#include "tests/cluster/request_server.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Runs one statement at a time. Returns the query id with each response, as current ClickHouse
// servers do.
class EngineServer {
 public:
  explicit EngineServer(std::shared_ptr<CurrentEngine> engine);

  std::uint16_t port() const { return server_.port(); }

 private:
  std::string answer(const std::string& request);

  EngineEndpoint endpoint_;
  RequestServer server_;  // the last member, because it uses the others
};

}  // namespace arbiter::testing
