#include "db/model/name_pattern.h"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "lib/base/text.h"
#include "lib/tags/person_name.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxWords = 64;

// Calls `visit` for each word of the text. Spaces separate words; a comma belongs to the word
// before it.
template <class Visit>
void for_each_word(std::string_view folded, Visit visit) {
  while (!folded.empty()) {
    const std::size_t end = std::min(folded.find(' '), folded.size());
    visit(folded.substr(0, end));
    folded.remove_prefix(std::min(end + 1, folded.size()));
  }
}

}  // namespace

NamePattern::NamePattern(std::string_view text, NameKind kind) : kind_(kind) {
  is_exact_ = text.starts_with('=');
  if (is_exact_) text.remove_prefix(1);
  std::string plain(text);
  if (!is_exact_) add_parts(plain);
  if (!words_.empty()) {
    key_ = name_key(folded_name(text));
    add_words(folded_name(plain));
    return;
  }
  std::string folded = folded_name(text);
  key_ = name_key(folded);
  // "Carlsen," is also a family name.
  const bool ends_family = text.find(',') != std::string_view::npos &&
                           folded.find(',') == std::string::npos && !folded.empty();
  if (ends_family) folded += ',';
  add_words(folded);
  const NameWords words = words_of(folded);
  if (kind == NameKind::Person && !words.family.empty()) person_.emplace(words);
}

// Adds the words after "*" and "~" and removes them from the text. If there are any, also removes
// commas.
void NamePattern::add_parts(std::string& text) {
  std::string others;
  for_each_word(text, [&](std::string_view word) {
    const bool has_sound = word.starts_with('~');
    std::string part(word.starts_with('*') || has_sound ? word.substr(1) : std::string_view());
    std::erase(part, ',');
    part = folded_name(part);
    if (part.empty()) {
      others.append(word).push_back(' ');
    } else if (has_sound) {
      words_.push_back({.text = NameWord(part), .sound = sound_of(part)});
    } else {
      words_.push_back({.text = NameWord(part), .inside = part});
    }
  });
  if (words_.empty()) return;
  std::ranges::replace(others, ',', ' ');
  text = std::move(others);
}

void NamePattern::add_words(std::string_view folded) {
  const std::size_t comma = kind_ == NameKind::Title ? std::string_view::npos : folded.find(',');
  for_each_word(folded, [&](std::string_view text) {
    const bool ends_family = text.back() == ',';
    if (ends_family) text.remove_suffix(1);
    Word word{.text = NameWord(text)};
    if (comma != std::string_view::npos) {
      const bool is_given = static_cast<std::size_t>(text.data() - folded.data()) > comma;
      word.is_whole = !is_given;
      if (is_given) word.part = Part::Given;
      if (ends_family) word.part = Part::Family;
    }
    words_.push_back(std::move(word));
  });
  // Longer words come first, because fewer names start with them.
  std::stable_sort(words_.begin(), words_.end(), [](const Word& a, const Word& b) {
    if (a.is_whole != b.is_whole) return a.is_whole;
    return a.text.text().size() > b.text.text().size();
  });
}

bool NamePattern::fits(const Word& word, std::string_view name) {
  if (!word.inside.empty()) return name.find(word.inside) != std::string_view::npos;
  if (!word.sound.empty()) return word.sound == sound_of(name);
  return word.is_whole ? word.text.is_spelling_of(name) : word.text.begins(name);
}

// Returns whether each word matches a name. `names` starts with the names before the comma, if any.
bool NamePattern::finds_all(std::span<const std::string_view> names,
                            std::size_t family_names) const {
  std::uint64_t used = 0;
  for (const Word& word : words_) {
    const bool is_divided = family_names > 0;
    const std::size_t begin = is_divided && word.part == Part::Given ? family_names : 0;
    const std::size_t end = is_divided && word.part == Part::Family ? family_names : names.size();
    std::size_t i = begin;
    while (i < end && ((used >> i & 1) != 0 || !fits(word, names[i]))) ++i;
    if (i >= end) return false;
    used |= std::uint64_t{1} << i;
  }
  return true;
}

bool NamePattern::is_whole_name(std::string_view folded) const {
  const std::size_t comma = std::min(folded.find(','), folded.size());
  const std::size_t rest = std::min(comma + 1, folded.size());
  return folded.size() - (rest - comma) == key_.size() &&
         key_.starts_with(folded.substr(0, comma)) && key_.ends_with(folded.substr(rest));
}

bool NamePattern::matches(std::string_view folded) const {
  if (is_exact_ || words_.empty()) return is_whole_name(folded);
  if (person_) return person_->may_match(folded) && person_->matches(words_of(folded));
  std::array<std::string_view, kMaxWords> names;
  std::size_t count = 0;
  std::size_t family_names = 0;
  for_each_word(folded, [&](std::string_view name) {
    const bool ends_family = name.back() == ',';
    if (ends_family) name.remove_suffix(1);
    if (count < names.size()) names[count++] = name;
    if (ends_family && kind_ != NameKind::Title) family_names = count;
  });
  return finds_all(std::span(names).first(count), family_names);
}

namespace {

constexpr std::size_t kMaxLength = 500;
constexpr long kMaxRepetitions = 1'000;

// Returns why an expression could take too much time or memory; empty if it cannot.
std::string fault_in(std::string_view text) {
  if (text.size() > kMaxLength) return fmt::format("is longer than {} bytes", kMaxLength);
  if (text.find('\0') != text.npos) return "contains a NUL";
  long repetitions = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      if (is_digit(text[++i])) return fmt::format("has a back reference, \\{}", text[i]);
    } else if (text[i] == '{') {
      // The maximum count; a missing maximum means any number.
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

// Returns why the text is not a valid expression; empty if it is.
std::string fault_of_compiling(const std::string& text, regex_t& automaton) {
  const int fault = ::regcomp(&automaton, text.c_str(), REG_EXTENDED | REG_ICASE | REG_NOSUB);
  if (fault == 0) return {};
  std::array<char, 200> reason{};
  ::regerror(fault, &automaton, reason.data(), reason.size());
  return reason.data();
}

}  // namespace

// An automaton that grows with the text it reads, and is recompiled periodically to limit memory.
// It is anchored, because it would otherwise restart at every byte.
class RegularExpression::Compiled {
 public:
  // A full stop would not match NUL.
  explicit Compiled(std::string_view text) : anchored_(fmt::format("^([^a]|a)*({})", text)) {}
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;
  ~Compiled() { clear(); }

  // Compiles the expression. Throws std::bad_alloc.
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
  static constexpr std::size_t kMaxRead = 64 << 10;  // in bytes

  void clear() {
    if (automaton_) ::regfree(&*automaton_);
    automaton_.reset();
  }

  std::string anchored_;
  std::mutex mutex_;
  std::optional<regex_t> automaton_;
  std::size_t read_ = 0;  // bytes read by the current automaton
};

RegularExpression::RegularExpression(std::shared_ptr<Compiled> compiled)
    : compiled_(std::move(compiled)) {}

Result<RegularExpression> RegularExpression::parse(std::string_view text) {
  std::string fault = fault_in(text);
  if (fault.empty()) {
    // The expression is first compiled without the anchor, because it may contain an unmatched
    // closing parenthesis.
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
