#include "lib/tags/name_form.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>

#include "lib/base/text.h"

namespace arbiter {
namespace {

enum Trait : std::uint8_t {
  kUpper = 1,
  kLower = 2,  // a small letter, or part of a non-ASCII character
  kBlank = 4,
  kComma = 8,
  kDigit = 16,
  kInner = 32,  // hyphen, apostrophe or full stop in a name
  kOther = 64,
};

constexpr Trait trait_of(unsigned char byte) {
  if (byte >= 'A' && byte <= 'Z') return kUpper;
  if ((byte >= 'a' && byte <= 'z') || byte >= 0x80) return kLower;
  if (byte >= '0' && byte <= '9') return kDigit;
  if (byte == ' ' || byte == '\t') return kBlank;
  if (byte == ',') return kComma;
  return byte == '-' || byte == '\'' || byte == '.' ? kInner : kOther;
}

constexpr std::array<std::uint8_t, 256> kTraits = [] {
  std::array<std::uint8_t, 256> traits{};
  for (std::size_t byte = 0; byte < traits.size(); ++byte) {
    traits[byte] = trait_of(static_cast<unsigned char>(byte));
  }
  return traits;
}();

std::uint8_t trait_at(std::string_view text, std::size_t at) {
  return kTraits[static_cast<unsigned char>(text[at])];
}

std::uint8_t traits_in(std::string_view text) {
  std::uint8_t traits = 0;
  for (std::size_t at = 0; at < text.size(); ++at) traits |= trait_at(text, at);
  return traits;
}

// Titles before or after names, without the full stop.
constexpr std::string_view kTitles[] = {"GM",  "IM",  "FM", "CM",   "WGM", "WIM",
                                        "WFM", "WCM", "Dr", "Prof", "NM"};

// Words in the names of programs, teams and groups.
constexpr std::string_view kImpersonal =
    "comp|computer|program|engine|deep|fritz|junior|hiarcs|shredder|stockfish|komodo|houdini|"
    "rybka|crafty|chess|team|club|school|university|city|girls|boys|amateur|amateurs|players|"
    "allies|consultation|world|the|and|und|et|vs|of|bot";

std::vector<std::string_view> split_words(std::string_view name) {
  std::vector<std::string_view> words;
  std::size_t start = 0;
  for (std::size_t at = 0; at <= name.size(); ++at) {
    if (at < name.size() && !(trait_at(name, at) & (kBlank | kComma))) continue;
    if (at > start) words.push_back(name.substr(start, at - start));
    start = at + 1;
  }
  return words;
}

bool is_impersonal(std::string_view word) { return is_listed(to_small(word), kImpersonal); }

// Checks for acronyms such as "CC", "ABN" and "II", which are not part of a person's name.
bool is_acronym(std::string_view word) { return word.size() >= 2 && traits_in(word) == kUpper; }

bool is_title(std::string_view word) {
  if (word.starts_with('(') && word.ends_with(')')) word = word.substr(1, word.size() - 2);
  if (word.ends_with('.')) word.remove_suffix(1);
  return std::ranges::find(kTitles, word) != std::end(kTitles);
}

// Returns the title before a name or after a given name. Directly after a family name, "CM" and
// "Dr." are initials.
std::optional<std::string_view> title_in(std::string_view name) {
  const auto words = split_words(name);
  if (words.size() < 2) return std::nullopt;
  const std::string_view first = words.front();
  if (is_title(first) && first.data()[first.size()] == ' ') return first;
  const std::string_view last = words.back();
  if (!is_title(last)) return std::nullopt;
  const char before = name[static_cast<std::size_t>(last.data() - name.data()) - 1];
  const bool follows_given_name = words.size() >= 3 || last.starts_with('(');
  if (before == ' ' && follows_given_name) return last;
  return std::nullopt;
}

std::optional<std::string_view> bad_spacing(std::string_view name) {
  const std::string_view core = trim(name);
  if (core.empty()) return std::nullopt;
  const auto leading = static_cast<std::size_t>(core.data() - name.data());
  if (leading > 0) return name.substr(0, leading);
  if (core.size() < name.size()) return name.substr(core.size());
  if (name.ends_with(',')) return name.substr(name.size() - 1);
  const std::size_t doubled = name.find("  ");
  if (doubled == std::string_view::npos) return std::nullopt;
  return name.substr(doubled, name.find_first_not_of(' ', doubled) - doubled);
}

// Checks for a name in capitals that are too long to be initials: "SMITH, A", "ADAM SMITH".
bool is_in_capitals(std::string_view name) {
  if (traits_in(name) & (kLower | kDigit | kOther)) return false;
  const auto words = split_words(name);
  if (words.empty() || std::ranges::any_of(words, is_impersonal)) return false;
  if (name.find(',') != std::string_view::npos) return words.front().size() >= 3;
  return words.size() >= 2 &&
         std::ranges::all_of(words, [](std::string_view word) { return word.size() >= 4; });
}

// Checks for two or more words that look like a person's name, without a comma.
bool lacks_comma(std::string_view name) {
  if (traits_in(name) & (kComma | kDigit | kOther)) return false;
  const auto words = split_words(name);
  if (words.size() < 2) return false;
  return (trait_at(words.front(), 0) & kUpper) && (trait_at(words.back(), 0) & kUpper) &&
         std::ranges::none_of(words, is_impersonal) && std::ranges::none_of(words, is_acronym);
}

// Checks for names such as "Smith,Adam", without the required space after the comma.
bool lacks_blank(std::string_view name) {
  if (traits_in(name) & kOther) return false;
  const std::size_t comma = name.find(',');
  return comma != std::string_view::npos && comma + 1 < name.size() &&
         !(trait_at(name, comma + 1) & kBlank);
}

// Checks whether an initial, a single capital letter, ends at `at`.
bool ends_initial(std::string_view name, std::size_t at) {
  const bool is_alone =
      at > 0 && (trait_at(name, at) & kUpper) && (trait_at(name, at - 1) & (kBlank | kComma));
  return is_alone && (at + 1 == name.size() || (trait_at(name, at + 1) & kBlank));
}

// Checks for names such as "Smith, A", without the required full stop after initials.
bool lacks_full_stop(std::string_view name) {
  const std::size_t comma = name.find(',');
  if (comma == std::string_view::npos || (traits_in(name) & kOther)) return false;
  for (std::size_t at = comma + 1; at < name.size(); ++at) {
    if (ends_initial(name, at)) return true;
  }
  return false;
}

void find_faults(std::string_view name, std::vector<NameFinding>& findings) {
  if (const auto words = bad_spacing(name)) findings.push_back({NameFault::Spacing, *words});
  name = trim(name);
  if (const auto words = title_in(name)) {
    findings.push_back({NameFault::Title, *words});
    return;
  }
  if (is_in_capitals(name)) findings.push_back({NameFault::Capitals, name});
  if (lacks_comma(name) || lacks_blank(name) || lacks_full_stop(name)) {
    findings.push_back({NameFault::Form, name});
  }
}

}  // namespace

NameClass classify_name(std::string_view name) {
  const std::uint8_t seen = traits_in(name);
  if (!(seen & (kBlank | kComma | kOther)) && (seen & kLower))
    return NameClass::Plain;     // a family name or a user name
  std::uint8_t before = kBlank;  // a leading space counts as doubled
  unsigned commas = 0;
  bool is_doubled = false;
  bool is_glued = false;
  bool has_initial = false;      // an initial without a full stop
  std::uint8_t long_before = 0;  // the trait before `before`
  for (std::size_t at = 0; at < name.size(); ++at) {
    const std::uint8_t trait = trait_at(name, at);
    has_initial |= (long_before & (kBlank | kComma)) && (before & kUpper) && (trait & kBlank);
    long_before = before;
    is_doubled |= (before & trait & kBlank) != 0;
    is_glued |= (before & kComma) && !(trait & kBlank);
    commas += (trait & kComma) != 0;
    before = trait;
  }
  if (is_doubled || (before & (kBlank | kComma)) || (seen & kOther) || !(seen & kLower)) {
    return NameClass::Doubtful;
  }
  if (commas > 1 || (commas == 0 && !(seen & kDigit))) return NameClass::Doubtful;
  // A short word at either end may be a title, unless next to the comma.
  const auto ends_word = [&](std::size_t at) {
    return at < name.size() && name[at] == ' ' && name[at - 1] != ',';
  };
  for (std::size_t length = 2; length <= 5; ++length) {
    if (ends_word(length) || ends_word(name.size() - 1 - length)) return NameClass::Doubtful;
  }
  if (is_glued) return NameClass::LacksBlank;
  has_initial |= (long_before & (kBlank | kComma)) && (before & kUpper);
  return has_initial ? NameClass::Doubtful : NameClass::Plain;
}

std::string corrected_name(std::string_view name) {
  std::string corrected;
  const std::size_t comma = name.find(',');
  for (std::size_t at = 0; at < name.size(); ++at) {
    corrected += name[at];
    if (at == comma && at + 1 < name.size() && name[at + 1] != ' ') corrected += ' ';
    if (at > comma && ends_initial(name, at)) corrected += '.';
  }
  return corrected;
}

std::vector<NameFinding> name_faults(std::string_view name) {
  std::vector<NameFinding> findings;
  while (true) {
    const std::size_t colon = name.find(':');
    find_faults(name.substr(0, colon), findings);
    if (colon == std::string_view::npos) return findings;
    name.remove_prefix(colon + 1);
  }
}

std::string_view without_title(std::string_view name) {
  const auto title = title_in(name);
  if (!title) return name;
  const auto at = static_cast<std::size_t>(title->data() - name.data());
  return trim(at + title->size() == name.size() ? name.substr(0, at)
                                                : name.substr(at + title->size()));
}

bool is_unknown_name(std::string_view name) {
  return is_listed(name, "?|NN|N.N.|N. N.|N N|N, N|N.N") || is_listed(to_small(name), "nn|unknown");
}

bool is_bye(std::string_view name) {
  constexpr std::string_view kByes =
      "bye|(bye)|bye bye|bye, bye|bye,|half-point bye|full-point bye|half bye|spielfrei";
  // Fast path: byes begin with these characters.
  if (name.empty() || std::string_view("bB(hHfFsS ").find(name.front()) == name.npos) return false;
  return is_listed(to_small(trim(name)), kByes);
}

namespace {

constexpr std::string_view kFideTitles[] = {"GM",  "IM",  "FM",  "-",   "CM",  "WGM", "WIM",
                                            "WFM", "WCM", "AGM", "AIM", "AFM", "ACM", "HGM"};

constexpr std::string_view kOtherTitles[] = {"NM", "WNM", "SM", "WSM", "LM",  "WLM", "BOT",
                                             "NI", "IA",  "FA", "SIM", "CCM", "LGM", "LIM"};

}  // namespace

bool is_fide_title(std::string_view text) {
  return std::ranges::find(kFideTitles, text) != std::end(kFideTitles);
}

bool is_other_title(std::string_view text) {
  return std::ranges::find(kOtherTitles, text) != std::end(kOtherTitles);
}

std::string written_out_title(std::string_view text) {
  struct Short {
    std::string_view letter;
    std::string_view title;
  };
  constexpr Short kShort[] = {{"g", "GM"},   {"m", "IM"},   {"f", "FM"},   {"c", "CM"},
                              {"wg", "WGM"}, {"wm", "WIM"}, {"wf", "WFM"}, {"wc", "WCM"}};
  for (const Short& one : kShort) {
    if (equal_ignoring_case(text, one.letter)) return std::string(one.title);
  }
  std::string title(text);
  for (char& c : title) c = to_capital(c);
  return title;
}

namespace {

struct Spelling {
  std::string_view written;
  std::string_view key;
  enum class Place { Anywhere, Start, End } place = Place::Anywhere;
};

// Spellings of the same sound, longer ones before their prefixes: Russian in English, German,
// French and scientific transliteration, South Slavic letters, and Chinese in Wade-Giles and
// Pinyin.
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
    // Merges doubled letters.
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
