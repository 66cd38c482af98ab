#include "tools/report/translations.h"

#include <algorithm>

#include "lib/export/neutral_text.h"

namespace arbiter {
namespace {

struct LanguageTable {
  std::string_view code;
  std::string_view lines;  // a line "ENGLISH\tTEXT\n" for each string
};

constexpr LanguageTable kLanguages[] = {
    {"en", ""},
    {
        "de",
#include "tools/report/de.tsv.inc"
    },
    {
        "fr",
#include "tools/report/fr.tsv.inc"
    },
    {
        "es",
#include "tools/report/es.tsv.inc"
    },
    {
        "ru",
#include "tools/report/ru.tsv.inc"
    },
};

}  // namespace

Words::Words(Language language) : language_(language) {
  std::string_view lines = kLanguages[static_cast<std::size_t>(language)].lines;
  while (!lines.empty()) {
    const std::size_t tab = lines.find('\t');
    const std::size_t end = lines.find('\n');
    texts_.emplace_back(lines.substr(0, tab), lines.substr(tab + 1, end - tab - 1));
    lines.remove_prefix(end + 1);
  }
}

std::string_view Words::operator()(std::string_view english) const {
  const auto found =
      std::ranges::find(texts_, english, [](const auto& text) { return text.first; });
  return found == texts_.end() ? english.substr(0, english.find('|')) : found->second;
}

std::string Words::number(std::uint64_t value) const {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, (*this)(","));
  return text;
}

std::string_view Words::code() const {
  return kLanguages[static_cast<std::size_t>(language_)].code;
}

std::string Words::json() const {
  std::string members;
  for (const auto& [english, text] : texts_) {
    if (!members.empty()) members += ',';
    append_json_string(english, members);
    members += ':';
    append_json_string(text, members);
  }
  return "{" + members + "}";
}

}  // namespace arbiter
