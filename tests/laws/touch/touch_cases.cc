#include "tests/laws/touch/touch_cases.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/notation/san.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string joined(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

TouchReport report_of(const Position& position, std::string_view touches) {
  TouchReport report{{}, position.turn()};
  for (const std::string& word : words_of(std::string(touches))) {
    const auto touch = parse_touch(word, position);
    if (!touch) throw std::invalid_argument(touch.error());
    report.touches.push_back(*touch);
  }
  return report;
}

std::string sans_of(const TouchRuling& ruling, const Position& position) {
  std::vector<std::string> sans;
  for (const Move move : ruling.moves) sans.push_back(san_of(move, position));
  return joined(sans);
}

std::string all_sans(const Position& position) {
  std::vector<std::string> sans;
  for (const Move move : legal_moves(position)) sans.push_back(san_of(move, position));
  return joined(sans);
}

std::string sorted_words(const std::string& text) { return joined(words_of(text)); }

bool has_remark(const TouchRuling& ruling, std::string_view article) {
  return std::any_of(ruling.remarks.begin(), ruling.remarks.end(),
                     [&](const TouchRemark& remark) { return remark.article == article; });
}

}  // namespace arbiter::testing
