#include "lib/tags/person_name.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>

#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

struct Letter {
  std::int32_t code_point;
  std::string_view text;
};

constexpr Letter kLetters[] = {
#define ARBITER_LETTER(code_point, text) {code_point, text},
#include "lib/tags/name_folding.inc"
#undef ARBITER_LETTER
};
static_assert(std::ranges::is_sorted(kLetters, {}, &Letter::code_point));

constexpr std::int32_t kOmicron = 0x03BF;
constexpr std::int32_t kUpsilon = 0x03C5;

std::optional<std::string_view> latin_of(std::int32_t code_point) {
  const auto* letter = std::ranges::lower_bound(kLetters, code_point, {}, &Letter::code_point);
  if (letter == std::end(kLetters) || letter->code_point != code_point) return std::nullopt;
  return letter->text;
}

// The kind of a character for a search.
enum class Sort : char { Letter, Divider, Comma, Nothing };

constexpr bool is_word_character(char c) {
  return is_small(c) || is_digit(c) || c == '_' || (c & 0x80) != 0;
}

constexpr Sort sort_of(char c) {
  if (is_word_character(c) || is_capital(c)) return Sort::Letter;
  if (c == ',') return Sort::Comma;
  return c == '\'' || c == '`' ? Sort::Nothing : Sort::Divider;
}

constexpr std::array<Sort, 256> kSorts = [] {
  std::array<Sort, 256> sorts{};
  for (std::size_t i = 0; i < sorts.size(); ++i) sorts[i] = sort_of(static_cast<char>(i));
  return sorts;
}();

// Returns the words and the first comma of a text that is ASCII or already folded.
std::string divided(std::string_view text) {
  std::string words;
  words.reserve(text.size());
  bool has_comma = false;
  bool comma_waits = false;
  bool needs_space = false;
  for (const char c : text) {
    switch (kSorts[static_cast<unsigned char>(c)]) {
      case Sort::Comma:
        comma_waits |= !has_comma && !words.empty();
        [[fallthrough]];
      case Sort::Divider:
        needs_space = true;
        break;
      case Sort::Nothing:
        break;
      case Sort::Letter:
        if (comma_waits) {
          words += ',';
          has_comma = true;
          comma_waits = false;
        }
        if (needs_space && !words.empty()) words += ' ';
        needs_space = false;
        words += to_small(c);
    }
  }
  return words;
}

bool is_apostrophe(std::int32_t code_point) {
  return code_point == 0x2018 || code_point == 0x2019 ||
         (code_point >= 0x02B9 && code_point <= 0x02BF) || code_point == 0x2032;
}

void append_letter(std::int32_t code_point, std::string& text) {
  if (code_point < 0x80) {
    text += static_cast<char>(code_point);
  } else if (const auto latin = latin_of(code_point)) {
    text += *latin;
  } else if (!is_apostrophe(code_point)) {
    const auto category = utf8proc_category(code_point);
    const bool is_letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
    const bool is_number = category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
    if (is_letter || is_number) {
      append_utf8(static_cast<char32_t>(code_point), text);
    } else {
      text += ' ';
    }
  }
}

// Appends a character of a text in NFKC_Casefold.
void append_folded(std::int32_t code_point, std::string& text) {
  if (latin_of(code_point)) return append_letter(code_point, text);
  std::array<utf8proc_int32_t, 32> parts{};
  int last_boundary = 0;
  const auto count = utf8proc_decompose_char(
      code_point, parts.data(), static_cast<utf8proc_ssize_t>(parts.size()),
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                     UTF8PROC_IGNORE | UTF8PROC_STRIPMARK),
      &last_boundary);
  for (utf8proc_ssize_t i = 0; i < std::min<utf8proc_ssize_t>(count, 32); ++i) {
    append_letter(parts[static_cast<std::size_t>(i)], text);
  }
}

std::string in_latin(std::string_view name) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto size = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
      static_cast<utf8proc_ssize_t>(name.size()), &mapped,
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT |
                                     UTF8PROC_CASEFOLD | UTF8PROC_IGNORE));
  if (size < 0) return std::string(name);  // the name is not UTF-8
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  std::string text;
  std::int32_t before = 0;
  for (utf8proc_ssize_t at = 0; at < size;) {
    std::int32_t code_point = 0;
    at += utf8proc_iterate(mapped + at, size - at, &code_point);
    if (code_point == kUpsilon && before == kOmicron) {
      text += 'u';
    } else {
      append_folded(code_point, text);
    }
    before = code_point;
  }
  return text;
}

}  // namespace

std::string folded_name(std::string_view name) {
  return is_ascii(name) ? divided(name) : divided(in_latin(name));
}

namespace {

constexpr char kVowel = '0';
constexpr char kNoSound = '-';
// The sound classes of the letters a to z. Vowels separate equal sounds.
constexpr std::string_view kSounds =
    "0123012-00"
    "2455012623"
    "011202";

// Returns whether "t" is part of the next letter: "tsch", "tch", "tz".
bool is_part_of_next(std::string_view word, std::size_t at) {
  constexpr std::string_view kSibilants = "scz";
  return word[at] == 't' && at + 1 < word.size() && kSibilants.find(word[at + 1]) != word.npos;
}

// Returns the sound of the first letter. kSounds has one class for c, g, k, q, s, x and z. At the
// start of a name, K and S sounds are distinguished (Karpov, Sarpov).
char first_sound(std::string_view word) {
  const char letter = word.front();
  const char next = word.size() > 1 ? word[1] : ' ';
  constexpr std::string_view kSoftening = "eihyzs";
  if (letter == 'h') return 'h';
  if (letter == 'c') return kSoftening.find(next) == kSoftening.npos ? 'k' : 's';
  if (letter == 'g' || letter == 'k' || letter == 'q') return 'k';
  if (letter == 's' || letter == 'x' || letter == 'z') return 's';
  return is_small(letter) ? kSounds[static_cast<std::size_t>(letter - 'a')] : letter;
}

}  // namespace

std::string sound_of(std::string_view folded) {
  if (!folded.empty() && is_part_of_next(folded, 0)) folded.remove_prefix(1);
  if (folded.empty()) return {};
  std::string key(1, first_sound(folded));
  char last = kVowel;
  for (std::size_t i = 0; i < folded.size(); ++i) {
    if (is_part_of_next(folded, i)) continue;
    const char letter = folded[i];
    const char sound = is_small(letter) ? kSounds[static_cast<std::size_t>(letter - 'a')] : letter;
    if (sound == kNoSound || sound == last) continue;
    if (sound != kVowel && i > 0) key += sound;
    last = sound;
  }
  return key;
}

std::string name_key(std::string_view folded) {
  std::string key(folded);
  std::erase(key, ',');
  return key;
}

namespace {

bool is_vowel(char c) { return std::string_view("aeiouy").find(c) != std::string_view::npos; }
bool is_consonant(char c) { return c >= 'a' && c <= 'z' && !is_vowel(c); }

// Unifies umlauts: "mueller" becomes "muller".
std::string joined(std::string_view word) {
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    text += word[i];
    const bool is_umlaut = word[i] == 'a' || word[i] == 'o' || word[i] == 'u';
    if (!is_umlaut || i + 2 >= word.size() || !is_consonant(word[i + 2])) continue;
    if (i > 0 && (is_vowel(word[i - 1]) || word[i - 1] == 'q')) continue;
    const bool is_double_a = word[i] == 'a' && word[i + 1] == 'a';
    if (word[i + 1] == 'e' || is_double_a) ++i;
  }
  return text;
}

// Unifies endings: "sergej" becomes "sergei", "dmitriy" "dmitri".
std::string ended(std::string word) {
  if (word.size() < 4 || (word.back() != 'y' && word.back() != 'j' && word.back() != 'i'))
    return word;
  word.pop_back();
  if (word.size() < 4 || (word.back() != 'i' && word.back() != 'y')) word += 'i';
  word.back() = 'i';
  return word;
}

}  // namespace

NameWord::NameWord(std::string_view folded)
    : text_(folded), joined_(joined(folded)), ended_(ended(joined_)) {}

bool NameWord::is_spelling_of(std::string_view word) const {
  if (word.empty() || text_.front() != word.front()) return false;
  if (word == text_) return true;
  const std::string other = joined(word);
  return other == joined_ || ended(other) == ended_;
}

bool NameWord::begins(std::string_view word) const {
  if (word.empty() || text_.front() != word.front()) return false;
  if (word.starts_with(text_)) return true;
  const std::string other = joined(word);
  return other.starts_with(joined_) || ended(other) == ended_;
}

namespace {

using Words = std::span<const std::string_view>;

// Particles after the given names that start a part of the family name, and particles that continue
// it.
constexpr std::string_view kParticles[] = {"af",  "av",  "das", "de", "del", "della",
                                           "den", "der", "dos", "du", "ten", "ter",
                                           "van", "vom", "von", "zu", "zur"};
constexpr std::string_view kLaterParticles[] = {"het", "la", "las", "le", "los", "t"};

struct Generation {
  std::string_view word;
  std::string_view is;
};
constexpr Generation kGenerations[] = {{"jr", "jr"},     {"junior", "jr"}, {"sr", "sr"},
                                       {"senior", "sr"}, {"ii", "ii"},     {"iii", "iii"}};

bool contains(const auto& list, std::string_view word) {
  return std::ranges::find(list, word) != std::ranges::end(list);
}

bool is_generation(std::string_view word) {
  return std::ranges::find(kGenerations, word, &Generation::word) != std::end(kGenerations);
}

// Removes a last word such as Jr, unless fewer than `least` words would be left.
std::string_view take_generation(Words& words, std::size_t least) {
  if (words.size() <= least) return {};
  const auto* const found = std::ranges::find(kGenerations, words.back(), &Generation::word);
  if (found == std::end(kGenerations)) return {};
  words = words.first(words.size() - 1);
  return found->is;
}

// Returns the number of particles at the end of the given names; the first name does not count.
std::size_t particles_at_end(Words given) {
  std::size_t particles = 0;
  for (std::size_t n = 1; n < given.size(); ++n) {
    const std::string_view word = given[given.size() - n];
    if (contains(kParticles, word))
      particles = n;
    else if (!contains(kLaterParticles, word))
      break;
  }
  return particles;
}

bool is_initials(std::string_view word) {
  constexpr std::string_view kOneSound[] = {"ch",  "dz", "gh", "kh", "ph",
                                            "sch", "sh", "th", "ts", "zh"};
  return !contains(kOneSound, word) && word.size() >= 2 && word.size() <= 3 &&
         word.find_first_not_of("bcdfghjklmnpqrstvwxz") == std::string_view::npos;
}

PersonParts parts_of(Words family, Words given) {
  PersonParts parts;
  parts.generation = take_generation(given, 0);
  if (parts.generation.empty()) parts.generation = take_generation(family, 1);
  const std::size_t particles = particles_at_end(given);
  for (const std::string_view word : given.last(particles)) parts.family += word;
  for (const std::string_view word : family) parts.family += word;
  for (const std::string_view word : given.first(given.size() - particles)) {
    if (!is_initials(word))
      parts.given.push_back(word);
    else
      for (std::size_t i = 0; i < word.size(); ++i) parts.given.push_back(word.substr(i, 1));
  }
  return parts;
}

// Checks whether the searched names are prefixes of the given names, in order and from the first
// one on.
bool begin_given(std::span<const NameWord> sought, Words given) {
  std::size_t next = 0;
  for (const std::string_view word : given) {
    if (next == sought.size()) break;
    if (sought[next].begins(word))
      ++next;
    else if (next == 0)
      return false;
  }
  return next == sought.size();
}

}  // namespace

NameWords words_of(std::string_view folded) {
  NameWords words;
  while (!folded.empty()) {
    const std::size_t end = std::min(folded.find(' '), folded.size());
    std::string_view word = folded.substr(0, end);
    folded.remove_prefix(std::min(end + 1, folded.size()));
    const bool ends_family = word.ends_with(',');
    if (ends_family) word.remove_suffix(1);
    if (!word.empty()) words.given.push_back(word);
    if (ends_family) words.family.swap(words.given);
  }
  return words;
}

PersonPattern::PersonPattern(const NameWords& words)
    : PersonPattern(parts_of(words.family, words.given)) {}

PersonPattern::PersonPattern(const PersonParts& parts)
    : family_(parts.family),
      given_(parts.given.begin(), parts.given.end()),
      generation_(parts.generation) {}

bool PersonPattern::may_match(std::string_view folded) const {
  if (folded.empty() || folded.front() == family_.text().front()) return true;
  if (folded.find(',') == std::string_view::npos) return true;
  const std::string_view last = folded.substr(folded.rfind(' ') + 1);
  return contains(kParticles, last) || contains(kLaterParticles, last) || is_generation(last);
}

bool PersonPattern::is(Words family, Words given) const {
  const PersonParts parts = parts_of(family, given);
  return family_.is_spelling_of(parts.family) &&
         (generation_.empty() || generation_ == parts.generation) &&
         begin_given(given_, parts.given);
}

bool PersonPattern::matches(const NameWords& name) const {
  if (!name.family.empty()) return is(name.family, name.given);
  const Words all = name.given;
  for (std::size_t first = 0; first < all.size(); ++first) {
    const std::size_t rest = all.size() - first;
    if (is(all.last(rest), all.first(first)) || is(all.first(rest), all.last(first))) return true;
  }
  return false;
}

namespace {

std::vector<std::string_view> all_words(const NameWords& words) {
  std::vector<std::string_view> all(words.family);
  all.insert(all.end(), words.given.begin(), words.given.end());
  std::ranges::sort(all);
  return all;
}

bool begins(const NameWords& one, const NameWords& other) {
  return !one.family.empty() && PersonPattern(one).matches(other);
}

}  // namespace

bool names_agree(std::string_view one, std::string_view other) {
  if (one == other) return true;
  const NameWords left = words_of(one);
  const NameWords right = words_of(other);
  return all_words(left) == all_words(right) || begins(left, right) || begins(right, left);
}

bool may_be_one_person(std::string_view one, std::string_view other) {
  // Minimum length of words that may differ by one or two letters.
  constexpr std::size_t kMinLength = 4;
  const std::vector<std::string_view> known = all_words(words_of(one));
  const std::vector<std::string_view> words = all_words(words_of(other));
  return std::ranges::any_of(words, [&](std::string_view word) {
    return std::ranges::any_of(known, [&](std::string_view other_word) {
      if (word.size() > 1 && word == other_word) return true;
      return std::min(word.size(), other_word.size()) >= kMinLength &&
             edit_distance(word, other_word) <= 2;
    });
  });
}

}  // namespace arbiter
