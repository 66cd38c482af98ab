// The words of a page in its languages.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arbiter {

enum class Language : std::uint8_t { English, German, French, Spanish, Russian };

// The words of one language. Texts are identified by their English form. The table of each other
// language (de.tsv, ...) has the same texts. Text after "|" is not shown: it separates English
// texts that other languages express differently.
class Words {
 public:
  explicit Words(Language language);

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
  // The texts, sorted by the English form; empty for English.
  std::vector<std::pair<std::string_view, std::string_view>> texts_;
};

}  // namespace arbiter
