// Tests the check that reads the text of an earlier import again.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <span>

#include "db/import/import_feed.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

// Returns few bytes at a time.
class SlowSource final : public ByteSource {
 public:
  SlowSource(std::string text, std::size_t step) : text_(std::move(text)), step_(step) {}

  std::size_t read(std::span<char> into) override {
    const std::size_t size = std::min({into.size(), step_, text_.size() - at_});
    std::memcpy(into.data(), text_.data() + at_, size);
    at_ += size;
    return size;
  }

 private:
  std::string text_;
  std::size_t step_;
  std::size_t at_ = 0;
};

ResumeCheck before_of(const std::string& text) {
  SlowSource source(text, 3);
  return read_again(source, text.size());
}

}  // namespace

TEST_CASE("exactly the requested number of bytes is read", "[read_before]") {
  const std::string text = "[Event \"?\"]\r\n\r\n1. e4 e5 1-0\r\n" + std::string(300, ' ');
  const std::size_t size = GENERATE(0, 1, 13, 40, 300);
  SlowSource source(text, GENERATE(1, 7, 1000));
  const ResumeCheck before = read_again(source, size);
  CHECK(before.size == size);
  Fingerprint expected;
  expected.add(text.substr(0, size));
  CHECK(before.fingerprint.value() == expected.value());
  const std::size_t end = std::min<std::size_t>(size, 64);
  CHECK(before.end == text.substr(size - end, end));
  char next = 0;
  REQUIRE(source.read({&next, 1}) == 1);
  CHECK(next == text[size]);
}

TEST_CASE("a source that became shorter is detected by its size", "[read_before]") {
  SlowSource source("1. e4", 2);
  CHECK(read_again(source, 100).size == 5);
}

TEST_CASE("a game has certainly ended, or may continue", "[read_before]") {
  struct Case {
    std::string before;
    std::string rest;
    bool is_between;
  };
  const Case one = GENERATE(values<Case>({
      {"", "", true},
      {"1. e4 *", "", true},
      {"1. e4", " \n\n", true},
      {"1. e4 1-0\n", "1. d4 *", true},
      {"1. e4 0-1", " 1. d4 *", true},
      {"1. e4 1/2-1/2 \n", "{so it was}", true},
      {"1. e4 *", "\n[Event", true},
      {"1. e4\n", "[Event \"?\"]", true},
      {"1. e4\n\n", "\n[Event \"?\"]", true},
      {"1. e4", "\n[Event \"?\"]", true},
      {"1. e4 {a", "[%clk 1:00:00]}", false},
      {"1. e4", "e5 *", false},
      {"1. e4\n", "e5 *", false},
      {"[Event \"?\"]\n", "\n1. e4 *", false},
      {"[Event \"?\"]\r\n", "[Site \"?\"]", false},
      {"[Event \"?\"]\r\n", "\r\n[Event \"?\"]", true},
  }));
  CAPTURE(one.before, one.rest);
  CHECK(is_between_games(before_of(one.before), one.rest) == one.is_between);
}
