// A pseudo-terminal, and the real program on one.
#pragma once

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

class Terminal {
 public:
  // The width in columns; 0: unknown.
  explicit Terminal(unsigned short columns);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // The end that a program writes to.
  int descriptor() const { return slave_; }

  // The output since the last call. The kernel delivers it in portions, with a short delay.
  std::string shown() const;

  // All output until every writer has closed the terminal. First closes this object's own end.
  std::string shown_to_end();

 private:
  int master_;
  int slave_ = -1;
};

// The output of `arbiter ARGUMENTS...` on a terminal without colours and pager in the root of the
// repository.
// `settings` are environment variables, such as "COLUMNS=40".
std::string shown_on_terminal(const std::vector<std::string>& arguments, unsigned short columns,
                              const std::vector<std::string>& settings = {});
// Like shown_on_terminal(), but with standard error on the terminal too.
std::string all_shown_on_terminal(const std::vector<std::string>& arguments,
                                  unsigned short columns);

}  // namespace arbiter::testing
