// Functions to skip test cases that cannot run here.
#pragma once

#include <string_view>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Marks the running test case as skipped, in the count and in the log. A failed assertion still
// counts as a failure.
void skip_test(std::string_view reason);

// Returns and clears the skip reason of the running test case, or nothing. Used for the test
// program's own count.
std::string_view skip_reason();
void forget_skip();

}  // namespace arbiter::testing

// Ends the running test case as skipped: `SKIP_TEST("ARBITER_CORPUS is not set");`.
#define SKIP_TEST(reason)                  \
  do {                                     \
    ::arbiter::testing::skip_test(reason); \
    return;                                \
  } while (false)
