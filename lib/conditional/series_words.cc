#include "lib/conditional/series_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include "lib/laws/ply.h"
#include "lib/notation/shown_text.h"

namespace arbiter {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kIgnored[] = {"if", "If", "then", "*", "1-0", "0-1", "1/2-1/2"};

bool is_ignored(std::string_view word) {
  if (word.empty() || word[0] == '$') return true;
  if (word.find_first_not_of("!?") == std::string_view::npos) return true;
  return std::ranges::find(kIgnored, word) != std::end(kIgnored);
}

// Returns how many bytes at the start of the word number the move: "12.", "12...". The null move
// "0000" is not a number.
std::size_t number_length(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of(kDigits), word.size());
  const std::size_t rest = std::min(word.find_first_not_of('.', digits), word.size());
  const bool is_number = rest > digits || (digits == word.size() && !word.starts_with('0'));
  return is_number ? rest : 0;
}

// Returns the meaning of "12." or "12..."; nothing if there are only dots or the number is too
// large.
std::optional<WrittenNumber> number_in(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  const auto digits = static_cast<std::size_t>(end - text.data());
  return WrittenNumber{value, text.size() - digits >= 2};
}

struct Scan {
  SeriesWords run() {
    while (at_ < text_.size()) step();
    const bool is_short = std::ranges::any_of(words_, [](const SeriesWord& word) {
      return word.sign == SeriesSign::Colon || word.sign == SeriesSign::Semicolon;
    });
    return {is_short ? SeriesForm::Short : SeriesForm::Pgn, std::move(words_)};
  }

  void step() {
    const char c = text_[at_];
    if (kBlanks.find(c) != std::string_view::npos) {
      ++at_;
    } else if (c == '{') {
      skip_comment();
    } else if (c == '[' && is_line_start()) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == '(') {
      add(SeriesSign::Open, 1);
    } else if (c == ')') {
      add(SeriesSign::Close, 1);
    } else if (c == ';') {
      add(SeriesSign::Semicolon, 1);
    } else {
      take_word();
    }
  }

  bool is_line_start() const { return at_ == 0 || text_[at_ - 1] == '\n'; }

  void skip_comment() {
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) return add(SeriesSign::Unclosed, text_.size() - at_);
    at_ = end + 1;
  }

  void take_word() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n\f\v(){;", at_), text_.size());
    const bool has_colon = text_[end - 1] == ':';
    const std::size_t word_end = end - (has_colon ? 1 : 0);
    const std::size_t length = number_length(text_.substr(at_, word_end - at_));
    if (length > 0) number_ = number_in(text_.substr(at_, length));
    at_ += length;
    if (is_ignored(text_.substr(at_, word_end - at_))) {
      at_ = word_end;
    } else {
      add(SeriesSign::Move, word_end - at_);
      words_.back().number = std::exchange(number_, std::nullopt);
    }
    if (has_colon) add(SeriesSign::Colon, 1);
  }

  void add(SeriesSign sign, std::size_t length) {
    words_.push_back({sign, text_.substr(at_, length), at_});
    at_ += length;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<WrittenNumber> number_ = {};  // of the move that comes next
  std::vector<SeriesWord> words_ = {};
};

}  // namespace

SeriesWords series_words(std::string_view text) { return Scan(text).run(); }

bool fits(const WrittenNumber& number, const Position& position) {
  const bool is_wrong_side = number.is_of_black && position.turn() == Color::White;
  return number.value == position.fullmove_number() && !is_wrong_side;
}

std::string number_sentence(const SeriesWord& word, const Position& position) {
  return fmt::format("{} is numbered {}{}, but it is {}", shown_text(word.text), word.number->value,
                     word.number->is_of_black ? "..." : ".", number_text(position));
}

}  // namespace arbiter
