// A current ClickHouse inside this process.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Empty if it is installed; otherwise the reason and a remedy.
std::string engine_obstacle();

struct EngineAnswer {
  std::string body;
  std::string error;  // in the engine's words; empty: the statement succeeded
};

// libchdb, opened by its C interface. It has one session for the whole process, in a folder that is
// given once; it listens on no port.
class CurrentEngine {
 public:
  // Stores its data in `folder`.
  explicit CurrentEngine(const std::string& folder);
  CurrentEngine(const CurrentEngine&) = delete;
  CurrentEngine& operator=(const CurrentEngine&) = delete;
  ~CurrentEngine();

  // Runs a statement and returns the response in the given ClickHouse format.
  EngineAnswer query(std::string_view sql, const std::string& format = "TabSeparated");

 private:
  struct Library;
  Library* library_;
  void** connection_;
};

// The engine of all tests of a program, which can have only one. It is closed when the program
// ends.
const std::shared_ptr<CurrentEngine>& shared_engine();

}  // namespace arbiter::testing
