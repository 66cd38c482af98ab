#include "db/model/regular_expression.h"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "lib/base/text.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxLength = 500;
constexpr long kMaxRepetitions = 1'000;

// Returns the reason why an expression could take too much time or memory, or an empty string.
std::string fault_in(std::string_view text) {
  if (text.size() > kMaxLength) return fmt::format("is longer than {} bytes", kMaxLength);
  if (text.find('\0') != text.npos) return "contains a NUL";
  long repetitions = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      if (is_digit(text[++i])) return fmt::format("has a back reference, \\{}", text[i]);
    } else if (text[i] == '{') {
      // The greatest count; a missing end means any number.
      const std::string counts(text.substr(i + 1, text.find('}', i) - i - 1));
      const std::size_t comma = counts.find(',');
      const long first = std::strtol(counts.c_str(), nullptr, 10);
      const long last =
          comma == counts.npos ? first : std::strtol(counts.c_str() + comma + 1, nullptr, 10);
      const long most = std::max({first, last, 1L});
      if (most > kMaxRepetitions || (repetitions *= most) > kMaxRepetitions) {
        return fmt::format("repeats parts more than {} times", kMaxRepetitions);
      }
    }
  }
  return {};
}

}  // namespace

// An automaton that grows with the text that it reads. It is compiled anew from time to time, which
// limits its memory. Anchored, it reads a text once; otherwise it would begin at every byte.
class RegularExpression::Compiled {
 public:
  explicit Compiled(std::string_view text) : text_(text) {}
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;
  ~Compiled() { clear(); }

  // Returns the reason why the text is not an expression, or an empty string.
  std::string compile() {
    read_ = 0;
    // A full stop would not stand for a NUL.
    const std::string anchored = fmt::format("^([^a]|a)*({})", text_);
    int fault = 0;
    // The text alone, because it may close a parenthesis that it does not open.
    for (const std::string& text : {text_, anchored}) {
      clear();
      fault = ::regcomp(&automaton_.emplace(), text.c_str(), REG_EXTENDED | REG_ICASE | REG_NOSUB);
      if (fault != 0) break;
    }
    if (fault == 0) return {};
    std::array<char, 200> reason{};
    ::regerror(fault, &*automaton_, reason.data(), reason.size());
    automaton_.reset();
    return reason.data();
  }

  bool is_found_in(std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (read_ > kMaxRead) (void)compile();
    read_ += text.size() + 1;
    constexpr std::size_t kMaxText = std::numeric_limits<regoff_t>::max();
    regmatch_t range{.rm_so = 0, .rm_eo = static_cast<regoff_t>(std::min(text.size(), kMaxText))};
    const char* const begin = text.empty() ? "" : text.data();
    return automaton_ && ::regexec(&*automaton_, begin, 1, &range, REG_STARTEND) == 0;
  }

 private:
  static constexpr std::size_t kMaxRead = 64 << 10;  // bytes

  void clear() {
    if (automaton_) ::regfree(&*automaton_);
    automaton_.reset();
  }

  std::string text_;
  std::mutex mutex_;
  std::optional<regex_t> automaton_;
  std::size_t read_ = 0;  // by the present automaton
};

RegularExpression::RegularExpression(std::shared_ptr<Compiled> compiled)
    : compiled_(std::move(compiled)) {}

Result<RegularExpression> RegularExpression::parse(std::string_view text) {
  std::string fault = fault_in(text);
  auto compiled = std::make_shared<Compiled>(text);
  if (fault.empty()) fault = compiled->compile();
  if (!fault.empty()) return Error{fmt::format("invalid regular expression '{}': {}", text, fault)};
  return RegularExpression(std::move(compiled));
}

bool RegularExpression::is_found_in(std::string_view text) const {
  return compiled_->is_found_in(text);
}

}  // namespace arbiter
