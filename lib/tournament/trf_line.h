// One line of a report by columns; used by trf_reader.cc only.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/tournament/trf.h"

namespace arbiter {

class TrfLine {
 public:
  TrfLine(std::string_view text, std::uint64_t number, TrfReport& report)
      : characters_(code_points_of(text)), number_(number), report_(report) {}

  std::size_t length() const { return characters_.size(); }

  // Columns `from` to `to`, as far as the line goes.
  std::string columns(std::size_t from, std::size_t to) const {
    std::string text;
    for (std::size_t i = from; i <= to && i <= characters_.size(); ++i) text += characters_[i - 1];
    return text;
  }
  std::string word(std::size_t from, std::size_t to) const {
    return std::string(trim(columns(from, to)));
  }
  char at(std::size_t column) const {
    if (column > characters_.size()) return ' ';
    const std::string_view character = characters_[column - 1];
    return character.size() == 1 ? character[0] : '?';
  }
  TrfPlace place(std::size_t from, std::size_t to) const {
    return {number_, from, static_cast<std::uint32_t>(to < from ? 1 : to - from + 1)};
  }

  // 0 for blanks. What is no number is a problem.
  std::uint32_t number(std::size_t from, std::size_t to, std::string_view what) {
    const std::string written = word(from, to);
    std::uint32_t value = 0;
    const auto [end, error] =
        std::from_chars(written.data(), written.data() + written.size(), value);
    if (written.empty()) return 0;
    if (error == std::errc() && end == written.data() + written.size()) return value;
    problem(from, to, std::string(what) + " \"" + written + "\" is not a number");
    return 0;
  }

  // "3.5", "3,5", "3": in half points; nothing for blanks and for what is no score.
  std::optional<HalfPoints> points(std::size_t from, std::size_t to, std::string_view what) {
    std::string written = word(from, to);
    if (written.empty()) return {};
    for (char& c : written) c = c == ',' ? '.' : c;
    double value = 0;
    const auto [end, error] =
        std::from_chars(written.data(), written.data() + written.size(), value);
    const double halves = value * 2;
    const bool is_score = error == std::errc() && end == written.data() + written.size() &&
                          halves >= 0 && halves < 100'000 &&
                          halves == static_cast<double>(static_cast<HalfPoints>(halves));
    if (is_score) return static_cast<HalfPoints>(halves);
    problem(from, to, std::string(what) + " \"" + written + "\" is not a number of points");
    return {};
  }

  void problem(std::size_t from, std::size_t to, std::string message) {
    if (report_.problems.size() == TrfReport::kMostProblems) {
      ++report_.more_problems;
    } else {
      report_.problems.push_back({place(from, to), std::move(message)});
    }
  }

 private:
  std::vector<std::string_view> characters_;
  std::uint64_t number_;
  TrfReport& report_;
};

}  // namespace arbiter
