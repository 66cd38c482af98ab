#include "lib/tags/transliteration.h"

#include <algorithm>
#include <iterator>

namespace arbiter {
namespace {

struct Spelling {
  std::string_view written;
  std::string_view key;
  enum class Place { Anywhere, Start, End } place = Place::Anywhere;
};

// Spellings of one sound, longer ones before their beginnings: Russian in English, German, French
// and scientific transliteration, South Slavic letters, and Chinese in Wade-Giles and Pinyin.
using enum Spelling::Place;
constexpr Spelling kSpellings[] = {
    {"shch", "#"},      {"schtsch", "#"},   {"chtch", "#"},     {"stch", "#"},
    {"tsch", "c"},      {"tch", "c"},       {"ch", "c"},        {"kh", "c"},
    {"sch", "s"},       {"sh", "s"},        {"zh", "z"},        {"dsch", "j"},
    {"dzh", "j"},       {"dj", "d", Start}, {"dj", "j"},        {"ts", "z"},
    {"tz", "z"},        {"hs", "x", Start}, {"ks", "x"},        {"iy", "i", End},
    {"ij", "i", End},   {"ii", "i", End},   {"yi", "i", End},   {"ey", "ei", End},
    {"ej", "ei", End},  {"ay", "ai", End},  {"aj", "ai", End},  {"ow", "ov", End},
    {"off", "ov", End}, {"ew", "ev", End},  {"eff", "ev", End}, {"ya", "ia"},
    {"ja", "ia"},       {"yu", "iu"},       {"ju", "iu"},       {"yo", "io"},
    {"jo", "io"},       {"ye", "e"},        {"je", "e"},        {"ie", "e"},
    {"y", "i"},         {"j", "i"},         {"w", "v"},
};

void append_word(std::string_view word, std::string& key) {
  const std::size_t size = word.size();
  while (!word.empty()) {
    const auto* const spelling = std::ranges::find_if(kSpellings, [&](const Spelling& one) {
      return word.starts_with(one.written) && (one.place != Start || word.size() == size) &&
             (one.place != End || word.size() == one.written.size());
    });
    const bool is_known = spelling != std::end(kSpellings);
    const std::string_view sound = is_known ? spelling->key : word.substr(0, 1);
    // Doubled letters are one.
    if (key.empty() || !key.ends_with(sound)) key += sound;
    word.remove_prefix(is_known ? spelling->written.size() : 1);
  }
}

}  // namespace

std::string transliteration_key(std::string_view folded) {
  std::string key;
  while (!folded.empty()) {
    const std::size_t end = std::min(folded.find(' '), folded.size());
    append_word(folded.substr(0, end), key);
    folded.remove_prefix(end);
    if (folded.empty()) break;
    key += ' ';
    folded.remove_prefix(1);
  }
  return key;
}

}  // namespace arbiter
