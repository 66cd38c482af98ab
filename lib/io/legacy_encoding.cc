#include "lib/io/legacy_encoding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iconv.h>
#include <utf8proc.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <map>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

constexpr std::string_view kNames[] = {"windows-1252", "windows-1251", "windows-1250",
                                       "windows-1254", "KOI8-R",       "ISO-8859-2",
                                       "CP437",        "CP852",        "macintosh"};

// Decodes single bytes with iconv. Returns nothing if a byte may begin a longer character.
std::optional<HighCharacters> characters_of(const std::string& name) {
  iconv_t converter = iconv_open("UTF-32LE", name.c_str());
  if (converter == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
  HighCharacters characters{};
  bool is_ascii_below = true;
  bool is_single_byte = true;
  for (unsigned byte = 0; byte < 256; ++byte) {
    char in = static_cast<char>(byte);
    std::array<char, 8> out{};
    char* from = &in;
    char* to = out.data();
    std::size_t in_left = 1;
    std::size_t out_left = out.size();
    iconv(converter, nullptr, nullptr, nullptr, nullptr);
    const bool is_read = iconv(converter, &from, &in_left, &to, &out_left) != std::size_t(-1) &&
                         in_left == 0 && out_left == 4;
    is_single_byte = is_single_byte && (is_read || in_left == 0 || errno != EINVAL);
    char32_t code_point = 0;
    if (is_read) std::memcpy(&code_point, out.data(), 4);
    if (byte >= 0x80) {
      characters[byte - 0x80] = code_point;
    } else {
      is_ascii_below = is_ascii_below && code_point == byte;
    }
  }
  iconv_close(converter);
  if (!is_ascii_below || !is_single_byte) return std::nullopt;
  return characters;
}

std::vector<LegacyEncoding> known_encodings() {
  std::vector<LegacyEncoding> encodings;
  for (const std::string_view name : kNames) {
    if (auto characters = characters_of(std::string(name)))
      encodings.push_back({name, *characters});
  }
  return encodings;
}

// The characters of a word in lower case; a case change inside the word is kept apart.
using Word = std::u32string;
constexpr char32_t kGap = ' ';  // between words

bool is_letter(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}
bool is_capital_letter(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c)) == UTF8PROC_CATEGORY_LU;
}
// Checks for signs of word processors: curly quotes, dashes, an ellipsis.
bool is_punctuation(char32_t c) {
  return (c >= 0x2010 && c <= 0x2026) || c == 0xA0 || c == 0xAB || c == 0xBB || c == 0xB4;
}
char32_t small_letter(char32_t c) {
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
}

// The letters of a language other than ASCII, with their neighbours.
struct Language {
  std::string_view encodings;
  std::map<char32_t, double> letters;
  std::map<std::pair<char32_t, char32_t>, double> pairs;
};

void learn(const Word& word, Language& language) {
  char32_t before = ' ';
  for (const char32_t written : word) {
    const char32_t letter = is_letter(written) ? small_letter(written) : kGap;
    if (letter >= 0x80) ++language.letters[letter];
    if (letter >= 0x80 || before >= 0x80) ++language.pairs[{before, letter}];
    before = letter;
  }
}

Word characters_of_utf8(std::string_view utf8) {
  Word word;
  for (const std::string_view character : code_points_of(utf8)) {
    utf8proc_int32_t code_point = 0;
    utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(character.data()),
                     static_cast<utf8proc_ssize_t>(character.size()), &code_point);
    word += static_cast<char32_t>(code_point);
  }
  return word;
}

std::vector<Language> known_languages() {
  std::vector<Language> languages;
  const auto add = [&](std::string_view encodings, std::string_view names) {
    Language& language = languages.emplace_back();
    language.encodings = encodings;
    learn(characters_of_utf8(names) + kGap, language);
  };
#define NAME_SAMPLES(encodings, names) add(encodings, names);
#include "lib/io/name_samples.inc"
#undef NAME_SAMPLES
  return languages;
}

// The logarithms of how well a decoded text fits.
constexpr double kNoLetter = -14;  // a sign or nothing inside a word
constexpr double kPunctuation = -4;
constexpr double kForeignLetter = -9;  // not of the language
constexpr double kCapitalInside = -7;  // after a small letter
constexpr double kUnknownPair = -2.5;
constexpr double kKnownPair = 1.0;

double score(const Word& word, const Language& language) {
  double total = 0;
  double all = 0;
  for (const auto& [letter, count] : language.letters) all += count;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char32_t c = word[i];
    if (c < 0x80 && c != 0) continue;
    if (c == 0 || !is_letter(c)) {
      total += is_punctuation(c) ? kPunctuation : kNoLetter;
      continue;
    }
    const char32_t before = i > 0 && is_letter(word[i - 1]) ? word[i - 1] : kGap;
    const char32_t after = i + 1 < word.size() && is_letter(word[i + 1]) ? word[i + 1] : kGap;
    const char32_t letter = small_letter(c);
    const auto known = language.letters.find(letter);
    total += known == language.letters.end() ? kForeignLetter : std::log(known->second / all);
    if (is_capital_letter(c) && before != ' ' && !is_capital_letter(before))
      total += kCapitalInside;
    const auto pair_score = [&](char32_t left, char32_t right) {
      return language.pairs.contains({left, right}) ? kKnownPair : kUnknownPair;
    };
    total += pair_score(before == ' ' ? kGap : small_letter(before), letter);
    total += pair_score(letter, after == ' ' ? kGap : small_letter(after));
  }
  return total;
}

constexpr std::size_t kMaxWords = 200;

bool is_word_byte(char c) { return arbiter::is_letter(c) || (c & 0x80) != 0; }

// Returns the words with bytes other than ASCII in the values of tags; if there are none, in the
// whole text.
std::vector<std::string_view> words_of(std::string_view text, bool in_tags) {
  std::vector<std::string_view> words;
  bool is_in_value = !in_tags;
  for (std::size_t at = 0; at < text.size() && words.size() < kMaxWords;) {
    if (in_tags && text[at] == '"') is_in_value = !is_in_value;
    if (in_tags && text[at] == '\n') is_in_value = false;
    if (!is_in_value || !is_word_byte(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && is_word_byte(text[at])) ++at;
    const std::string_view word = text.substr(begin, at - begin);
    const bool is_new = std::ranges::find(words, word) == words.end();
    if (!is_ascii(word) && !is_utf8(word) && is_new) words.push_back(word);
  }
  return words;
}

Word decoded(std::string_view bytes, const HighCharacters& characters) {
  Word word;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    word += byte < 0x80 ? byte : characters[byte - 0x80];
  }
  return word;
}

bool opens(const std::string& name) {
  iconv_t converter = iconv_open("UTF-8", name.c_str());
  if (converter == reinterpret_cast<iconv_t>(-1)) return false;
  iconv_close(converter);
  return true;
}

// Returns the error about a name; `kind` is what else is accepted.
Error unknown_encoding(std::string_view name, std::string_view kind) {
  if (!opens(std::string(kNames[0]))) {
    return Error{fmt::format(
        "cannot convert from '{}': the system has no conversion modules of the C library (expected "
        "in /usr/lib/ARCHITECTURE/gconv, or where GCONV_PATH names them)",
        name)};
  }
  return Error{fmt::format("unknown encoding '{}' (expected auto, {} or another {})", name,
                           fmt::join(kNames, ", "), kind)};
}

}  // namespace

std::span<const std::string_view> legacy_encoding_names() { return kNames; }

std::span<const LegacyEncoding> legacy_encodings() {
  static const std::vector<LegacyEncoding> encodings = known_encodings();
  return encodings;
}

Result<LegacyEncoding> find_legacy_encoding(std::string_view name) {
  for (const LegacyEncoding& encoding : legacy_encodings()) {
    if (equal_ignoring_case(name, encoding.name)) return encoding;
  }
  if (const auto characters = characters_of(std::string(name))) {
    return LegacyEncoding{name, *characters};
  }
  return unknown_encoding(name, "single-byte encoding");
}

std::optional<Error> fault_of_encoding(const std::string& name) {
  // After a slash, iconv expects options such as IGNORE, which loses text.
  const bool is_name = !name.empty() && name.find('/') == std::string::npos;
  if (is_name && opens(name)) return std::nullopt;
  return unknown_encoding(name, "encoding of iconv");
}

std::string decoded_again(std::string_view utf8, const WrongDecoding& wrong) {
  if (is_ascii(utf8)) return std::string(utf8);
  std::string text;
  for (const char32_t c : characters_of_utf8(utf8)) {
    const auto* const known = std::ranges::find(wrong.decoded_as, c);
    const bool is_wrong = c >= 0x80 && known != wrong.decoded_as.end();
    const char32_t right =
        is_wrong ? wrong.encoding[static_cast<std::size_t>(known - wrong.decoded_as.begin())] : c;
    append_utf8(right == 0 ? c : right, text);
  }
  return text;
}

namespace {

// Checks for "½-½", "1½" and "©": no letters, and a sign that every Western file may have.
bool is_western_sign(const Word& word) {
  constexpr std::u32string_view kSigns = U"§©®°±·¼½¾";
  return std::ranges::all_of(word, [&](char32_t c) {
    return c < 0x80 ? !is_letter(c) : kSigns.find(c) != kSigns.npos || is_punctuation(c);
  });
}

// Checks a word of Windows-1252 for letters of one Western language, and signs only around it.
bool is_western_word(Word word, const std::vector<Language>& languages) {
  if (is_western_sign(word)) return true;
  while (!word.empty() && is_punctuation(word.back())) word.pop_back();
  word.erase(
      0, std::min(word.size(), static_cast<std::size_t>(
                                   std::ranges::find_if_not(word, is_punctuation) - word.begin())));
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (!is_letter(word[i])) return false;
    const bool is_inside = i > 0 && !is_capital_letter(word[i - 1]);
    if (word[i] >= 0x80 && is_capital_letter(word[i]) && is_inside) return false;
  }
  return std::ranges::any_of(languages, [&](const Language& language) {
    return is_listed("windows-1252", language.encodings) &&
           std::ranges::all_of(word, [&](char32_t c) {
             return c < 0x80 || language.letters.contains(small_letter(c));
           });
  });
}

bool is_western_text(const std::vector<std::string_view>& words,
                     const std::vector<Language>& languages) {
  std::size_t letters = 0;
  std::size_t high_letters = 0;
  for (const std::string_view bytes : words) {
    const Word word = decoded(bytes, legacy_encodings()[0].characters);
    if (!is_western_word(word, languages)) return false;
    for (const char32_t c : word) {
      letters += is_letter(c) ? 1 : 0;
      high_letters += c >= 0x80 && is_letter(c) ? 1 : 0;
    }
  }
  return 5 * high_letters <= 2 * letters;
}

}  // namespace

EncodingGuess guess_encoding(std::string_view text) {
  static const std::vector<Language> languages = known_languages();
  std::vector<std::string_view> words = words_of(text, true);
  if (words.empty()) words = words_of(text, false);
  constexpr double kNone = -1e9;
  std::vector<std::pair<double, const LegacyEncoding*>> ranking;
  for (const LegacyEncoding& encoding : legacy_encodings()) {
    std::vector<double> by_language(languages.size(), 0);
    double mixed = 0;
    for (const std::string_view bytes : words) {
      const Word word = decoded(bytes, encoding.characters);
      double best = kNone;
      for (std::size_t i = 0; i < languages.size(); ++i) {
        if (!is_listed(encoding.name, languages[i].encodings)) continue;
        const double fit = score(word, languages[i]);
        by_language[i] += fit;
        best = std::max(best, fit);
      }
      mixed += best;
    }
    // A file in several languages is less likely.
    constexpr double kMixedCost = 3;
    double best = mixed - kMixedCost - 0.5 * static_cast<double>(words.size());
    for (std::size_t i = 0; i < languages.size(); ++i) {
      if (is_listed(encoding.name, languages[i].encodings)) best = std::max(best, by_language[i]);
    }
    ranking.emplace_back(best, &encoding);
  }
  std::ranges::stable_sort(ranking, std::greater<>(), [](const auto& one) { return one.first; });
  if (words.empty() || ranking.empty()) return {nullptr, false};
  const auto reads_as_best = [&](const LegacyEncoding& other) {
    return std::ranges::all_of(words, [&](std::string_view word) {
      return decoded(word, other.characters) == decoded(word, ranking[0].second->characters);
    });
  };
  // The first encoding is the usual one.
  const LegacyEncoding& usual = legacy_encodings()[0];
  const LegacyEncoding* best = reads_as_best(usual) ? &usual : ranking[0].second;
  // Few words prove little.
  constexpr std::size_t kFewWords = 3;
  const bool has_few = words.size() < kFewWords;
  const double sure_lead = has_few ? 14 : 4;
  for (const auto& [fit, encoding] : ranking) {
    if (ranking[0].first - fit >= sure_lead) break;
    if (!reads_as_best(*encoding)) {
      best = has_few ? nullptr : best;
      return {best, false,
              (best == nullptr || best == &usual) && is_western_text(words, languages)};
    }
  }
  return {best, true, best == &usual && is_western_text(words, languages)};
}

}  // namespace arbiter
