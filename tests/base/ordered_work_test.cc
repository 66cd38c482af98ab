#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "lib/base/threads.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Returns a source of the numbers from 0 to `count` - 1.
auto counter(int count) {
  return [next = 0, count]() mutable -> std::optional<int> {
    if (next == count) return std::nullopt;
    return next++;
  };
}

// Returns the square. Takes longer for some numbers than for others.
int square(int number) {
  for (std::atomic<int> i = 0; i < number % 7 * 1000;) ++i;
  return number * number;
}

}  // namespace

TEST_CASE("results come in the order of the items, on any number of threads", "[threads]") {
  const unsigned jobs = GENERATE(0u, 1u, 2u, 5u);
  const int count = GENERATE(0, 1, 3, 500);
  std::vector<int> expected;
  for (int i = 0; i < count; ++i) expected.push_back(i * i);
  std::vector<int> results;
  const auto here = std::this_thread::get_id();
  bool is_here = true;
  run_in_order(
      jobs, counter(count), [](unsigned, int number) { return square(number); },
      [&](int result) {
        is_here = is_here && std::this_thread::get_id() == here;
        results.push_back(result);
      });
  CHECK(results == expected);
  CHECK(is_here);
}

TEST_CASE("no two threads have the same number", "[threads]") {
  std::array<std::atomic<int>, 4> at_work{};
  bool is_alone = true;
  run_in_order(
      4, counter(300),
      [&](unsigned worker, int number) {
        const bool was_alone = at_work.at(worker)++ == 0;
        square(number);
        --at_work.at(worker);
        return was_alone;
      },
      [&](bool was_alone) { is_alone = is_alone && was_alone; });
  CHECK(is_alone);
}

TEST_CASE("only as many items are taken as threads can use soon", "[threads]") {
  int taken = 0;
  int received = 0;
  int most = 0;
  auto numbers = counter(200);
  run_in_order(
      2,
      [&] {
        most = std::max(most, ++taken - received);
        return numbers();
      },
      [](unsigned, int number) { return square(number); }, [&](int) { ++received; });
  CHECK(received == 200);
  CHECK(most <= 9);
}

TEST_CASE("an exception in any part ends the work and is rethrown", "[threads]") {
  const unsigned jobs = GENERATE(1u, 3u);
  const std::string part = GENERATE("take", "make", "receive");
  const auto broken_if = [&](const char* name, int number) {
    if (part == name && number == 50) throw std::runtime_error(part);
  };
  auto numbers = counter(1000);
  int received = 0;
  const auto run = [&] {
    run_in_order(
        jobs,
        [&] {
          const auto number = numbers();
          broken_if("take", *number);
          return number;
        },
        [&](unsigned, int number) {
          broken_if("make", number);
          return number;
        },
        [&](int number) {
          broken_if("receive", number);
          ++received;
        });
  };
  CHECK_THROWS_WITH(run(), part);
  CHECK(received <= 50);
}

}  // namespace arbiter::testing
