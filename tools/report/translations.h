// The translations of the strings on pages.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arbiter {

enum class Language : std::uint8_t { English, German, French, Spanish, Russian };

// The strings of one language, with the English string as key. Each table (de.tsv, ...) contains
// the same keys. Text after "|" in a key is not displayed; it distinguishes equal English strings
// with different translations.
class Words {
 public:
  explicit Words(Language language);

  // Returns the text in this language; the English text if the table does not contain it.
  std::string_view operator()(std::string_view english) const;

  // Returns a text with values in place of "{}".
  template <class... Values>
  std::string filled(std::string_view english, const Values&... values) const {
    return fmt::format(fmt::runtime((*this)(english)), values...);
  }

  // Returns a number in the format of the language: "5,000" or "5.000".
  std::string number(std::uint64_t value) const;

  bool are_english() const { return language_ == Language::English; }
  // Returns the language code: "en", "de", "fr", "es" or "ru".
  std::string_view code() const;
  // Returns the strings as a JSON object with English keys; empty for English.
  std::string json() const;

 private:
  Language language_;
  // Pairs of English key and text, sorted by key; empty for English.
  std::vector<std::pair<std::string_view, std::string_view>> texts_;
};

}  // namespace arbiter
