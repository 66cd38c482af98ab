// An in-process engine: the current version of ClickHouse.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns an empty string if the engine is installed, or otherwise the reason and a remedy.
std::string engine_obstacle();

struct EngineAnswer {
  std::string body;
  std::string error;  // message of the engine; empty if the statement succeeded
};

// libchdb, used through its C interface. It has one session for the whole process, in a fixed
// folder, and does not listen on a port.
class CurrentEngine {
 public:
  explicit CurrentEngine(const std::string& folder);
  CurrentEngine(const CurrentEngine&) = delete;
  CurrentEngine& operator=(const CurrentEngine&) = delete;
  ~CurrentEngine();

  // Executes a statement, and returns the response in the given ClickHouse format.
  EngineAnswer query(std::string_view sql, const std::string& format = "TabSeparated");

 private:
  struct Library;
  Library* library_;
  void** connection_;
};

// Returns the engine of all tests in a program, which can have only one. It is closed when the
// program ends.
const std::shared_ptr<CurrentEngine>& shared_engine();

}  // namespace arbiter::testing
