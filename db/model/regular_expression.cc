#include "db/model/regular_expression.h"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>
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

// Returns the reason why the text is not an expression, or an empty string.
std::string fault_of_compiling(const std::string& text, regex_t& automaton) {
  const int fault = ::regcomp(&automaton, text.c_str(), REG_EXTENDED | REG_ICASE | REG_NOSUB);
  if (fault == 0) return {};
  std::array<char, 200> reason{};
  ::regerror(fault, &automaton, reason.data(), reason.size());
  return reason.data();
}

}  // namespace

// An automaton that grows with the text that it reads. It is compiled anew from time to time, which
// limits its memory. Anchored, it reads a text once; otherwise it would begin at every byte.
class RegularExpression::Compiled {
 public:
  // A full stop would not stand for a NUL.
  explicit Compiled(std::string_view text) : anchored_(fmt::format("^([^a]|a)*({})", text)) {}
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;
  ~Compiled() { clear(); }

  // Throws std::bad_alloc.
  void compile() {
    clear();
    read_ = 0;
    if (fault_of_compiling(anchored_, automaton_.emplace()).empty()) return;
    automaton_.reset();
    throw std::bad_alloc();
  }

  bool is_found_in(std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (!automaton_ || read_ > kMaxRead) compile();
    read_ += text.size() + 1;
    constexpr std::size_t kMaxText = std::numeric_limits<regoff_t>::max();
    regmatch_t range{.rm_so = 0, .rm_eo = static_cast<regoff_t>(std::min(text.size(), kMaxText))};
    const char* const begin = text.empty() ? "" : text.data();
    const int result = ::regexec(&*automaton_, begin, 1, &range, REG_STARTEND);
    if (result == REG_ESPACE) throw std::bad_alloc();
    return result == 0;
  }

 private:
  static constexpr std::size_t kMaxRead = 64 << 10;  // bytes

  void clear() {
    if (automaton_) ::regfree(&*automaton_);
    automaton_.reset();
  }

  std::string anchored_;
  std::mutex mutex_;
  std::optional<regex_t> automaton_;
  std::size_t read_ = 0;  // by the present automaton
};

RegularExpression::RegularExpression(std::shared_ptr<Compiled> compiled)
    : compiled_(std::move(compiled)) {}

Result<RegularExpression> RegularExpression::parse(std::string_view text) {
  std::string fault = fault_in(text);
  if (fault.empty()) {
    // Without the anchor: this text may close a parenthesis that it does not open.
    regex_t alone;
    fault = fault_of_compiling(std::string(text), alone);
    if (fault.empty()) ::regfree(&alone);
  }
  if (!fault.empty()) return Error{fmt::format("invalid regular expression '{}': {}", text, fault)};
  return RegularExpression(std::make_shared<Compiled>(text));
}

bool RegularExpression::is_found_in(std::string_view text) const {
  return compiled_->is_found_in(text);
}

}  // namespace arbiter
