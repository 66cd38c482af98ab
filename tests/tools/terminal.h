// A pseudo-terminal, and the real program running on one.
#pragma once

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

class Terminal {
 public:
  // `columns` is the width; 0 if unknown.
  explicit Terminal(unsigned short columns);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // Returns the end to which a program writes.
  int descriptor() const { return slave_; }

  // Returns the output since the last call. The kernel delivers it in portions, with a short delay.
  std::string shown() const;

  // Closes this object's end, and returns all output until every writer has closed the terminal.
  std::string shown_to_end();

 private:
  int master_;
  int slave_ = -1;
};

// Returns the output of `arbiter ARGUMENTS...` on a terminal without colours or pager, in the root
// of the repository. `settings` are environment variables, such as "COLUMNS=40".
std::string shown_on_terminal(const std::vector<std::string>& arguments, unsigned short columns,
                              const std::vector<std::string>& settings = {});
// Like shown_on_terminal(), but standard error is also on the terminal.
std::string all_shown_on_terminal(const std::vector<std::string>& arguments,
                                  unsigned short columns);

}  // namespace arbiter::testing
