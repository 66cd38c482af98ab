// Encoding detection. Each candidate encoding decodes the words of the text, and each language
// scores the result by letter and letter-pair frequencies.
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/io/legacy_encoding.h"

namespace arbiter {
namespace {

struct CandidateEncoding {
  std::string_view name;
  double prior;
};
constexpr CandidateEncoding kCandidates[] = {
#define ENCODING(name, prior) {name, prior},
#define LANGUAGE(name, sample)
#include "lib/io/encoding_guess.inc"
#undef ENCODING
#undef LANGUAGE
};

enum class Script : std::uint8_t {
  None,
  Latin,
  Greek,
  Cyrillic,
  Hebrew,
  Arabic,
  Thai,
  Kana,
  Han,
  Hangul,
};

Script script_of(char32_t c) {
  struct Start {
    char32_t first;
    Script script;
  };
  constexpr Start kStarts[] = {
      {0, Script::Latin},      {0x370, Script::Greek},   {0x400, Script::Cyrillic},
      {0x530, Script::None},   {0x590, Script::Hebrew},  {0x600, Script::Arabic},
      {0x700, Script::None},   {0xE00, Script::Thai},    {0xE80, Script::None},
      {0x1E00, Script::Latin}, {0x1F00, Script::Greek},  {0x2000, Script::None},
      {0x3040, Script::Kana},  {0x3100, Script::None},   {0x4E00, Script::Han},
      {0xA000, Script::None},  {0xAC00, Script::Hangul}, {0xD7A4, Script::None}};
  return (std::ranges::upper_bound(kStarts, c, {}, &Start::first) - 1)->script;
}

bool is_ideographic(Script script) { return script >= Script::Kana; }

using Text = std::u32string;
constexpr char32_t kUndecoded = 0xFFFD;

utf8proc_category_t category_of(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}
bool is_letter(char32_t c) {
  if (c < 0x80) return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  const auto category = category_of(c);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_MC;
}
bool is_capital(char32_t c) { return category_of(c) == UTF8PROC_CATEGORY_LU; }
bool is_small(char32_t c) { return category_of(c) == UTF8PROC_CATEGORY_LL; }
char32_t small_letter(char32_t c) {
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
}

Text decoded_utf8(std::string_view utf8) {
  Text text;
  for (const std::string_view character : code_points_of(utf8)) {
    utf8proc_int32_t code_point = 0;
    utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(character.data()),
                     static_cast<utf8proc_ssize_t>(character.size()), &code_point);
    text += static_cast<char32_t>(code_point);
  }
  return text;
}

Text decoded(std::string_view word, const CharacterConverter& decoder) {
  const std::string bytes = decoder.convert(word, [](char, std::string& result) {
    result.append(reinterpret_cast<const char*>(&kUndecoded), sizeof kUndecoded);
  });
  Text text(bytes.size() / sizeof(char32_t), 0);
  std::memcpy(text.data(), bytes.data(), bytes.size());
  return text;
}

// A letter, or a gap between words.
struct Letter {
  std::uint16_t id;
  Script script = Script::None;
  bool is_ascii = false;
};
constexpr std::uint16_t kGap = 0;
constexpr std::uint16_t kForeign = 1;

// Log-likelihoods.
constexpr double kRareLetter = -9;  // in the script, but not in the language
// ASCII letters that are rare in the language, such as w in French.
constexpr double kRareAscii = -6;
// Ideograms outside of the sample, of which there are thousands.
constexpr double kRareIdeogram = -11;
constexpr double kOtherScript = -14;  // another script within a word
constexpr double kAsciiBeside = -8;   // an ASCII letter next to an ideogram
constexpr double kControl = -18;      // a control character in a word
constexpr double kSign = -14;         // a sign or box-drawing character in a word
constexpr double kSignAlone = -9;     // a sign between words
constexpr double kUsualSign = -4;     // © or a quotation mark next to a word
constexpr double kUsualSignAlone = -2;
constexpr double kCapitalInside = -10;  // a capital after a small letter
constexpr double kOtherLanguage = -7;   // a word in a language other than the majority's

// The letter and letter-pair model of a language.
class Language {
 public:
  Language(const std::vector<Letter>& sample, std::size_t ids) : local_(ids, kForeign) {
    local_[kGap] = kGap;
    for (const Letter& letter : sample) {
      if (letter.id == kGap) continue;
      std::uint16_t& local = local_[letter.id];
      if (local == kForeign) local = static_cast<std::uint16_t>(size_++);
      has_script_[static_cast<std::size_t>(letter.script)] = letter.script != Script::None;
      is_ideographic_ = is_ideographic_ || is_ideographic(letter.script);
    }
    std::vector<double> count(size_, 0);
    for (const Letter& letter : sample) ++count[local_of(letter)];
    count[kGap] /= 2;  // consecutive gaps
    const double seen = is_ideographic_ ? 0.75 : 0.99;
    letters_.resize(size_);
    for (std::size_t i = 0; i < size_; ++i) {
      letters_[i] = seen * (count[i] + 0.5) / (static_cast<double>(sample.size()) + 1);
    }
    if (!is_ideographic_) learn_pairs(sample);
    for (double& letter : letters_) letter = std::log(letter);
  }

  double score(const std::vector<Letter>& word) const {
    double total = 0;
    std::uint16_t before = kGap;
    for (const Letter& letter : word) {
      const std::uint16_t local = local_of(letter);
      if (local == kForeign) {
        total += cost_of_foreign(letter);
      } else if (local != kGap || before != kGap) {
        total += is_ideographic_ ? (local == kGap ? 0 : letters_[local])
                                 : pairs_[before * size_ + local];
      }
      before = local;
    }
    return total;
  }

 private:
  std::uint16_t local_of(const Letter& letter) const {
    return letter.id < local_.size() ? local_[letter.id] : kForeign;
  }

  double cost_of_foreign(const Letter& letter) const {
    if (letter.is_ascii && is_ideographic_) return kAsciiBeside;
    if (!has_script_[static_cast<std::size_t>(letter.script)]) return kOtherScript;
    if (is_ideographic_) return kRareIdeogram;
    return letter.is_ascii ? kRareAscii : kRareLetter;
  }

  // Interpolates the frequency of each pair with that of its second letter (Witten-Bell).
  void learn_pairs(const std::vector<Letter>& sample) {
    std::vector<double> count(size_ * size_, 0);
    std::uint16_t before = kGap;
    for (const Letter& letter : sample) {
      const std::uint16_t local = local_of(letter);
      if (local != kGap || before != kGap) ++count[before * size_ + local];
      before = local;
    }
    pairs_.resize(count.size());
    for (std::size_t first = 0; first < size_; ++first) {
      const auto row = count.begin() + static_cast<std::ptrdiff_t>(first * size_);
      double all = 0;
      double kinds = 1;
      for (std::size_t second = 0; second < size_; ++second) {
        all += row[static_cast<std::ptrdiff_t>(second)];
        kinds += row[static_cast<std::ptrdiff_t>(second)] > 0 ? 1 : 0;
      }
      for (std::size_t second = 0; second < size_; ++second) {
        pairs_[first * size_ + second] = std::log(
            (row[static_cast<std::ptrdiff_t>(second)] + kinds * letters_[second]) / (all + kinds));
      }
    }
  }

  std::vector<std::uint16_t> local_;
  std::size_t size_ = 2;
  std::array<bool, 10> has_script_{};
  bool is_ideographic_ = false;
  std::vector<double> letters_;
  std::vector<double> pairs_;
};

class Languages {
 public:
  Languages() {
    constexpr std::string_view kSamples[] = {
#define ENCODING(name, prior)
#define LANGUAGE(name, sample) sample,
#include "lib/io/encoding_guess.inc"
#undef ENCODING
#undef LANGUAGE
    };
    std::vector<std::vector<Letter>> samples;
    for (const std::string_view sample : kSamples) {
      const Text text = decoded_utf8(sample);
      for (const char32_t c : text) {
        if (is_letter(c))
          ids_.emplace(small_letter(c), static_cast<std::uint16_t>(2 + ids_.size()));
      }
      samples.push_back(letters_of(text));
    }
    for (const auto& sample : samples) languages_.emplace_back(sample, ids_.size() + 2);
  }

  // Returns the score of a word in each language.
  std::vector<double> scores(const Text& word) const {
    const double signs = score_of_signs(word);
    const std::vector<Letter> letters = letters_of(word);
    std::vector<double> scores;
    for (const Language& language : languages_) scores.push_back(signs + language.score(letters));
    return scores;
  }

  std::size_t size() const { return languages_.size(); }

 private:
  std::vector<Letter> letters_of(const Text& text) const {
    std::vector<Letter> letters;
    letters.push_back({kGap});
    for (const char32_t c : text) {
      if (!is_letter(c)) {
        letters.push_back({kGap});
        continue;
      }
      const auto known = ids_.find(small_letter(c));
      letters.push_back(
          {known == ids_.end() ? std::uint16_t{0xFFFF} : known->second, script_of(c), c < 0x80});
    }
    letters.push_back({kGap});
    return letters;
  }

  // Scores signs, controls and capitals inside of words, independently of the language.
  static double score_of_signs(const Text& word) {
    constexpr std::u32string_view kUsual =
        U"§©®°±·¼½¾«»´–—‘’‚“”„…•\u00A0「」『』、。・《》（），：；！？～";
    double total = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
      const char32_t c = word[i];
      const char32_t before = i > 0 ? word[i - 1] : ' ';
      if (is_letter(c)) {
        const bool is_inside = (c >= 0x80 || before >= 0x80) && is_capital(c) && is_small(before);
        total += is_inside ? kCapitalInside : 0;
        continue;
      }
      if (c < 0x80) continue;
      const auto category = category_of(c);
      const bool is_control = category >= UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CN;
      const bool is_after = is_letter(before);
      const bool is_before = i + 1 < word.size() && is_letter(word[i + 1]);
      const bool is_beside = is_after || is_before;
      const bool is_apostrophe = c == U'’';
      const bool closes = is_apostrophe || c == U'”';
      if (c == kUndecoded || is_control) {
        total += kControl;
      } else if (kUsual.find(c) == kUsual.npos) {
        total += is_beside ? kSign : kSignAlone;
      } else if (is_after && is_before && !is_apostrophe && c < 0x3000) {
        total += kSign;
      } else {
        const bool is_misplaced = closes && is_before && !is_after;
        total += is_misplaced ? kSignAlone : is_beside ? kUsualSign : kUsualSignAlone;
      }
    }
    return total;
  }

  std::unordered_map<char32_t, std::uint16_t> ids_;
  std::vector<Language> languages_;
};

// The distinct words with bytes that are neither ASCII nor UTF-8.
struct Evidence {
  std::vector<std::string_view> names;     // in the values of tags
  std::vector<std::string_view> comments;  // elsewhere
  std::size_t utf8_words = 0;
};

constexpr std::size_t kMaxWords = 400;

Evidence evidence_in(std::string_view text) {
  Evidence evidence;
  std::set<std::string_view> known;
  bool is_tag = false;
  for (std::size_t at = 0; at < text.size();) {
    if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r') is_tag = text[at] == '[';
    // These bytes may also be the second byte of an ideogram.
    const auto is_inside = [](char c) { return (c & 0x80) != 0 || c >= '@' || is_digit(c); };
    if (!is_inside(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && is_inside(text[at])) ++at;
    const std::string_view word = text.substr(begin, at - begin);
    if (is_ascii(word)) continue;
    if (is_utf8(word)) {
      ++evidence.utf8_words;
      continue;
    }
    std::vector<std::string_view>& words = is_tag ? evidence.names : evidence.comments;
    if (words.size() < kMaxWords && known.insert(word).second) words.push_back(word);
  }
  return evidence;
}

// The words decoded with one encoding.
struct Reading {
  std::string_view encoding;
  double prior;
  double score = 0;
  Text text = {};
};

class Judge {
 public:
  explicit Judge(const Languages& languages) : languages_(languages) {}

  Reading read(const CandidateEncoding& candidate, const Evidence& evidence) {
    Reading reading{candidate.name, candidate.prior};
    const CharacterConverter decoder("UTF-32LE", std::string(candidate.name));
    if (!decoder.is_open()) return reading;
    reading.score += score(evidence.names, decoder, reading.text);
    reading.score += score(evidence.comments, decoder, reading.text);
    return reading;
  }

 private:
  // Returns the score in the majority language.
  double score(const std::vector<std::string_view>& words, const CharacterConverter& decoder,
               Text& text) {
    std::vector<double> totals(languages_.size(), 0);
    for (const std::string_view word : words) {
      Text in_it = decoded(word, decoder);
      text += in_it;
      text += U' ';
      auto [known, is_new] = scores_.try_emplace(std::move(in_it));
      if (is_new) known->second = languages_.scores(known->first);
      const double other = *std::ranges::max_element(known->second) + kOtherLanguage;
      for (std::size_t i = 0; i < totals.size(); ++i)
        totals[i] += std::max(known->second[i], other);
    }
    return *std::ranges::max_element(totals);
  }

  const Languages& languages_;
  std::unordered_map<Text, std::vector<double>> scores_;
};

// Checks whether nearly all words may be in a two-byte encoding, whose pairs begin with a byte
// above 80.
bool may_be_pairs(const Evidence& evidence) {
  std::size_t words = 0;
  std::size_t paired = 0;
  for (const auto* list : {&evidence.names, &evidence.comments}) {
    for (const std::string_view word : *list) {
      std::size_t at = 0;
      for (; at < word.size(); ++at) {
        const auto byte = static_cast<unsigned char>(word[at]);
        if (byte > 0x80) ++at;
        if (byte < 0x80 && is_letter(char32_t{byte})) break;
      }
      ++words;
      if (at == word.size()) ++paired;
    }
  }
  return 5 * paired >= 4 * words;
}

}  // namespace

EncodingGuess guess_encoding(std::string_view text) {
  static const Languages languages;
  const Evidence evidence = evidence_in(text);
  const std::size_t words = evidence.names.size() + evidence.comments.size();
  if (words == 0) return {};
  Judge judge(languages);
  std::vector<Reading> readings;
  for (const CandidateEncoding& candidate : kCandidates) {
    Reading reading = judge.read(candidate, evidence);
    if (reading.text.empty()) continue;  // the C library has no module for it
    const auto same = std::ranges::find(readings, reading.text, &Reading::text);
    if (same == readings.end()) readings.push_back(std::move(reading));
  }
  if (readings.empty()) return {};
  // Scores of many words are correlated, so their differences are scaled down.
  const double scale = 1 / (1.2 + 0.8 / static_cast<double>(words));
  for (Reading& reading : readings) reading.score = reading.score * scale + reading.prior;
  std::ranges::stable_sort(readings, std::greater<>(), &Reading::score);
  double sum = 0;
  for (const Reading& reading : readings) sum += std::exp(reading.score - readings[0].score);
  EncodingGuess guess{.encoding = readings[0].encoding, .probability = 1 / sum};
  if (readings.size() > 1) {
    guess.runner_up = readings[1].encoding;
    guess.runner_up_probability = std::exp(readings[1].score - readings[0].score) / sum;
  }
  // Converting the whole text would damage these words.
  const bool has_utf8 =
      2 * evidence.utf8_words > words && guess.encoding != legacy_encoding_names()[0];
  // Without the C library's iconv modules, Chinese, Japanese and Korean encodings were not
  // compared.
  const bool lacks_rival =
      !CharacterConverter("UTF-32LE", "GBK").is_open() && may_be_pairs(evidence);
  if (has_utf8 || lacks_rival) guess.probability = std::min(guess.probability, 0.9);
  return guess;
}

}  // namespace arbiter
