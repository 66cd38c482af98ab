// A pseudo-terminal, and the real program on one.
#pragma once

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

class Terminal {
 public:
  // So many character cells wide; 0: it does not know.
  explicit Terminal(unsigned short columns);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // What a program writes to.
  int descriptor() const { return slave_; }

  // What was written since the last call. The kernel hands it over in portions, a little later.
  std::string shown() const;

  // Everything until all others have closed it, and this closes its own end first.
  std::string shown_to_end();

 private:
  int master_;
  int slave_ = -1;
};

// What `arbiter ARGUMENTS...` shows on a terminal without colours in the root of the repository.
// `settings` are variables of its environment, such as "COLUMNS=40".
std::string shown_on_terminal(const std::vector<std::string>& arguments, unsigned short columns,
                              const std::vector<std::string>& settings = {});

}  // namespace arbiter::testing
