// The `main` of every test program. After Catch2's report, it prints the counts, which tools/test
// adds up, and a line for each skipped test case.
//
// arbiter-tests: passed=3 failed=0 skipped=1 arbiter-tests: skipped "the corpus reads to its end":
// ARBITER_CORPUS is not set
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include <iostream>

#include "tests/support/skip.h"

namespace {

class CaseCounter : public Catch::TestEventListenerBase {
 public:
  using TestEventListenerBase::TestEventListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo&) override { arbiter::testing::forget_skip(); }

  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    const std::string_view reason = arbiter::testing::skip_reason();
    if (stats.totals.assertions.failed > 0) {
      ++failed_;
    } else if (reason.empty()) {
      ++passed_;
    } else {
      ++skipped_;
      std::cout << "arbiter-tests: skipped \"" << stats.testInfo.name << "\": " << reason << '\n';
    }
  }

  void testRunEnded(const Catch::TestRunStats&) override {
    std::cout << "arbiter-tests: passed=" << passed_ << " failed=" << failed_
              << " skipped=" << skipped_ << std::endl;
  }

 private:
  int passed_ = 0;
  int failed_ = 0;
  int skipped_ = 0;
};

CATCH_REGISTER_LISTENER(CaseCounter)

}  // namespace
