// The words of a page in all its languages.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace arbiter {

enum class Language : std::uint8_t { English, German, French, Spanish, Russian };

// A text in each language, by Language. Text after "|" in the English one is not shown: it
// separates texts that other languages express differently.
using Translation = std::array<std::string_view, 5>;

// Returns all texts, without order.
std::span<const Translation> translations();

// The words of one language. Texts of the program are identified by their English form.
class Words {
 public:
  explicit Words(Language language) : language_(language) {}

  // Returns the text in this language; the English one if the table does not contain it.
  std::string_view operator()(std::string_view english) const;

  // Returns a text with values in place of "{}".
  template <class... Values>
  std::string filled(std::string_view english, const Values&... values) const {
    return fmt::format(fmt::runtime((*this)(english)), values...);
  }

  // Returns "5,000", or "5.000".
  std::string number(std::uint64_t value) const;

  bool are_english() const { return language_ == Language::English; }
  // Returns "en", "de", "fr", "es" or "ru".
  std::string_view code() const;
  // Returns a JSON object of the texts by their English form; without members for English.
  std::string json() const;

 private:
  Language language_;
};

}  // namespace arbiter
