#include "lib/io/legacy_encoding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iconv.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

constexpr std::string_view kNames[] = {"windows-1252", "windows-1251", "windows-1250",
                                       "windows-1254", "KOI8-R",       "ISO-8859-2",
                                       "CP437",        "CP852",        "macintosh"};

// Appends a byte as a Windows-1252 character.
void keep_as_windows_1252(char byte, std::string& text) {
  text += utf8_from_windows_1252({&byte, 1});
}

}  // namespace

CharacterConverter::CharacterConverter(const std::string& to, const std::string& from) {
  iconv_t converter = iconv_open(to.c_str(), from.c_str());
  if (converter != reinterpret_cast<iconv_t>(-1)) converter_.reset(converter);
}

void CharacterConverter::Closer::operator()(void* converter) const { iconv_close(converter); }

std::string CharacterConverter::convert(std::string_view text, const Keep& keep) const {
  std::string result;
  char* from = const_cast<char*>(text.data());  // iconv() does not write there
  std::size_t left = text.size();
  while (left > 0) {
    const int failure = convert_some(&from, &left, result);
    if (failure == 0 || failure == E2BIG) continue;
    keep(*from++, result);
    --left;
  }
  convert_some(nullptr, nullptr, result);
  return result;
}

int CharacterConverter::convert_some(char** from, std::size_t* left, std::string& result) const {
  std::array<char, 8192> block;
  char* to = block.data();
  std::size_t room = block.size();
  const bool is_done = iconv(converter_.get(), from, left, &to, &room) != std::size_t(-1);
  const int failure = is_done ? 0 : errno;
  result.append(block.data(), block.size() - room);
  return failure;
}

std::span<const std::string_view> legacy_encoding_names() { return kNames; }

std::optional<Error> fault_of_encoding(const std::string& name) {
  // After a slash, iconv reads options such as IGNORE, which loses text.
  const bool is_name = !name.empty() && name.find('/') == std::string::npos;
  if (is_name && CharacterConverter("UTF-8", name).is_open()) return std::nullopt;
  if (!CharacterConverter("UTF-8", std::string(kNames[0])).is_open()) {
    return Error{
        fmt::format("cannot convert from '{}': the C library's conversion modules are missing "
                    "(expected in /usr/lib/ARCHITECTURE/gconv, or in a folder of GCONV_PATH)",
                    name)};
  }
  return Error{fmt::format("unknown encoding '{}' (expected auto, {} or another encoding of iconv)",
                           name, fmt::join(kNames, ", "))};
}

Redecoder::Redecoder(const std::string& decoded_as, const std::string& encoding)
    : undo_(decoded_as, "UTF-8"), decode_("UTF-8", encoding) {}

std::string Redecoder::decode(std::string_view utf8) const {
  std::string text;
  std::string bytes;
  const auto decode_bytes = [&] {
    text += decode_.convert(bytes, keep_as_windows_1252);
    bytes.clear();
  };
  const auto is_high = [](char c) { return (c & 0x80) != 0; };
  while (!utf8.empty()) {
    const auto end = std::ranges::find_if(
        utf8, is_high(utf8[0]) ? [](char c) { return c >= 0; } : [](char c) { return c < 0; });
    const std::string_view run = utf8.substr(0, static_cast<std::size_t>(end - utf8.begin()));
    utf8.remove_prefix(run.size());
    bool has_known = !is_high(run[0]);
    std::string undone;
    for (const std::string_view character : code_points_of(run)) {
      bool is_known = true;
      const std::string original =
          undo_.convert(character, [&](char, std::string&) { is_known = false; });
      // A C1 control stands for a byte that is undefined in the encoding.
      const bool is_byte = character.size() == 2 && character[0] == '\xC2' && character[1] < '\xA0';
      has_known |= is_known || is_byte;
      undone += is_known ? original : is_byte ? character.substr(1) : character;
    }
    if (has_known) {
      bytes += undone;
    } else {
      decode_bytes();
      text += run;
    }
  }
  decode_bytes();
  return text;
}

// Encoding detection. Each candidate encoding decodes the words of the text, and each language
// scores the result by letter and letter-pair frequencies.
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

using CodePoints = std::u32string;
constexpr char32_t kUndecoded = 0xFFFD;
constexpr char32_t kDamaged = 0xFFFE;  // stands for a byte that is not text

utf8proc_category_t category_of(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}
bool is_letter(char32_t c) {
  if (c < 0x80) return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  const auto category = category_of(c);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_MC;
}
bool is_ascii_digit(char32_t c) { return c >= '0' && c <= '9'; }
bool is_capital(char32_t c) { return category_of(c) == UTF8PROC_CATEGORY_LU; }
bool is_small(char32_t c) { return category_of(c) == UTF8PROC_CATEGORY_LL; }
char32_t small_letter(char32_t c) {
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
}

CodePoints decoded_utf8(std::string_view utf8) {
  CodePoints text;
  for (const std::string_view character : code_points_of(utf8)) {
    utf8proc_int32_t code_point = 0;
    utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(character.data()),
                     static_cast<utf8proc_ssize_t>(character.size()), &code_point);
    text += static_cast<char32_t>(code_point);
  }
  return text;
}

CodePoints decoded(std::string_view word, const CharacterConverter& decoder) {
  const std::string bytes = decoder.convert(word, [](char, std::string& result) {
    result.append(reinterpret_cast<const char*>(&kUndecoded), sizeof kUndecoded);
  });
  CodePoints text(bytes.size() / sizeof(char32_t), 0);
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

// Logarithms of likelihoods.
constexpr double kRareLetter = -9;     // a letter that the language lacks
constexpr double kRareAscii = -6;      // a letter such as w in French
constexpr double kRareIdeogram = -11;  // one of thousands that the sample lacks
constexpr double kOtherScript = -14;   // a letter of another script in a word
constexpr double kAsciiBeside = -8;    // ASCII next to an ideogram
constexpr double kAnyByte = -5.545;    // any of 256 bytes
constexpr double kControl = -18;       // a control character in a word
constexpr double kSign = -14;          // a sign, or a box, in a word
constexpr double kSignAlone = -9;      // a sign between words
constexpr double kUsualSign = -4;      // © or a quote next to a word
constexpr double kUsualSignAlone = -2;
constexpr double kCapitalInside = -10;  // a capital after a small letter
constexpr double kBesideDigit = -4;     // a digit next to a non-ASCII letter
constexpr double kOtherLanguage = -7;   // a word in another language than the others

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
    count[kGap] /= 2;  // each gap between words is counted twice
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

  // Interpolates the frequency of each pair with the frequency of its second letter (Witten-Bell).
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
      const CodePoints text = decoded_utf8(sample);
      for (const char32_t c : text) {
        if (is_letter(c))
          ids_.emplace(small_letter(c), static_cast<std::uint16_t>(2 + ids_.size()));
      }
      samples.push_back(letters_of(text));
    }
    for (const auto& sample : samples) languages_.emplace_back(sample, ids_.size() + 2);
  }

  // Returns the score of a word in each language.
  std::vector<double> scores(const CodePoints& word) const {
    const double signs = score_of_signs(word);
    const std::vector<Letter> letters = letters_of(word);
    std::vector<double> scores;
    for (const Language& language : languages_) scores.push_back(signs + language.score(letters));
    return scores;
  }

  std::size_t size() const { return languages_.size(); }

 private:
  std::vector<Letter> letters_of(const CodePoints& text) const {
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
  static double score_of_signs(const CodePoints& word) {
    constexpr std::u32string_view kUsual =
        U"§©®°±·¼½¾«»´–—‘’‚“”„…•\u00A0「」『』、。・《》（），：；！？～";
    double total = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
      const char32_t c = word[i];
      const char32_t before = i > 0 ? word[i - 1] : ' ';
      if (is_letter(c)) {
        const bool is_inside = (c >= 0x80 || before >= 0x80) && is_capital(c) && is_small(before);
        total += is_inside ? kCapitalInside : 0;
        const char32_t after = i + 1 < word.size() ? word[i + 1] : U' ';
        const bool is_beside_digit = is_ascii_digit(before) || is_ascii_digit(after);
        total += c >= 0x80 && is_beside_digit && !is_ideographic(script_of(c)) ? kBesideDigit : 0;
        continue;
      }
      if (c < 0x80) continue;
      if (c == kDamaged) {
        total += kAnyByte;
        continue;
      }
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
  std::vector<std::string_view> names;     // words in tag values
  std::vector<std::string_view> comments;  // words outside of tag values
  std::size_t utf8_words = 0;
};

constexpr std::size_t kMaxWords = 400;

Evidence evidence_in(std::string_view text) {
  Evidence evidence;
  std::set<std::string_view> known;
  bool is_tag = false;
  for (std::size_t at = 0; at < text.size();) {
    if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r') is_tag = text[at] == '[';
    // Includes ASCII bytes that may be the second byte of an ideogram.
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
  CodePoints text = {};
};

constexpr double kDamagedPrior = -6;

class Judge {
 public:
  explicit Judge(const Languages& languages) : languages_(languages) {}

  Reading read(const CandidateEncoding& candidate, const Evidence& evidence) {
    const CharacterConverter decoder("UTF-32LE", std::string(candidate.name));
    if (!decoder.is_open()) return {candidate.name, candidate.prior};
    return read({candidate.name, candidate.prior}, evidence,
                [&](std::string_view word) { return decoded(word, decoder); });
  }

  // Reads the words as ASCII text in which arbitrary bytes replaced some characters.
  Reading read_damaged(const Evidence& evidence) {
    return read({{}, kDamagedPrior}, evidence, [](std::string_view word) {
      CodePoints text;
      for (const char c : word) text += (c & 0x80) != 0 ? kDamaged : static_cast<char32_t>(c);
      return text;
    });
  }

 private:
  Reading read(Reading reading, const Evidence& evidence, const auto& decode) {
    reading.score += score(evidence.names, decode, reading.text);
    reading.score += score(evidence.comments, decode, reading.text);
    return reading;
  }

  // Returns the score in the majority language.
  double score(const std::vector<std::string_view>& words, const auto& decode, CodePoints& text) {
    std::vector<double> totals(languages_.size(), 0);
    for (const std::string_view word : words) {
      CodePoints in_it = decode(word);
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
  std::unordered_map<CodePoints, std::vector<double>> scores_;
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
  readings.push_back(judge.read_damaged(evidence));
  // Scores of many words are correlated, so their differences are scaled down.
  const double scale = 1 / (1.2 + 0.8 / static_cast<double>(words));
  for (Reading& reading : readings) reading.score = reading.score * scale + reading.prior;
  std::ranges::stable_sort(readings, std::greater<>(), &Reading::score);
  double sum = 0;
  for (const Reading& reading : readings) sum += std::exp(reading.score - readings[0].score);
  if (readings[0].encoding.empty()) return {};
  EncodingGuess guess{.encoding = readings[0].encoding, .probability = 1 / sum};
  const auto next =
      std::ranges::find_if(readings.begin() + 1, readings.end(),
                           [](const Reading& reading) { return !reading.encoding.empty(); });
  if (next != readings.end()) {
    guess.runner_up = next->encoding;
    guess.runner_up_probability = std::exp(next->score - readings[0].score) / sum;
  }
  // Converting the whole text would damage the words that are already UTF-8.
  const bool has_utf8 =
      2 * evidence.utf8_words > words && guess.encoding != legacy_encoding_names()[0];
  // Without the C library's iconv modules, Chinese, Japanese and Korean encodings were not
  // compared.
  const bool lacks_rival =
      !CharacterConverter("UTF-32LE", "GBK").is_open() && may_be_pairs(evidence);
  if (has_utf8 || lacks_rival) guess.probability = std::min(guess.probability, 0.9);
  return guess;
}

namespace {

using ByteOfCharacter = std::map<std::string, char, std::less<>>;

// Returns the byte of each non-ASCII character in the encoding. Bytes without a character map to C1
// controls.
ByteOfCharacter bytes_in(const std::string& encoding) {
  ByteOfCharacter bytes;
  const CharacterConverter converter("UTF-8", encoding);
  if (!converter.is_open()) return bytes;
  for (int code = 0x80; code < 0x100; ++code) {
    const char byte = static_cast<char>(code);
    const std::string_view one(&byte, 1);
    std::string character = converter.convert(one, [](char, std::string&) {});
    if (character.empty()) append_utf8(static_cast<char32_t>(code), character);
    bytes.emplace(std::move(character), byte);
  }
  return bytes;
}

const std::array<ByteOfCharacter, 3>& misread_encodings() {
  static const std::array<ByteOfCharacter, 3> tables{
      bytes_in("windows-1252"), bytes_in("windows-1251"), bytes_in("windows-1250")};
  return tables;
}

enum class CommonScript : std::uint8_t { None, Latin, Greek, Cyrillic, Other };

// Returns the script of a letter; None for a sign, Other for rare letters and ASCII controls.
CommonScript common_script_of(char32_t code) {
  const auto is_in = [code](char32_t first, char32_t last) {
    return code >= first && code <= last;
  };
  if (is_in(0x41, 0x5A) || is_in(0x61, 0x7A)) return CommonScript::Latin;
  if (code < 0x80) return code < 0x20 || code == 0x7F ? CommonScript::Other : CommonScript::None;
  if (is_in(0x80, 0xBF) || code == 0xD7 || code == 0xF7) return CommonScript::None;
  if (is_in(0xC0, 0x17F) || is_in(0x218, 0x21B) || is_in(0x1EA0, 0x1EF9))
    return CommonScript::Latin;
  if (is_in(0x384, 0x3CE)) return CommonScript::Greek;
  if (is_in(0x400, 0x45F) || is_in(0x490, 0x491)) return CommonScript::Cyrillic;
  return is_in(0x2010, 0x27BF) || is_in(0x2900, 0x2BFF) ? CommonScript::None : CommonScript::Other;
}

// Returns whether all non-ASCII letters are of one script, and no non-Latin letter is adjacent to
// an ASCII letter.
bool has_one_script(std::string_view utf8) {
  CommonScript only = CommonScript::None;
  CommonScript previous = CommonScript::None;
  for (const std::string_view character : code_points_of(utf8)) {
    const CommonScript script = common_script_of(code_point_of(character));
    if (script == CommonScript::Other) return false;
    const bool is_in_word = script != CommonScript::None && previous != CommonScript::None;
    if (is_in_word && script != previous) return false;
    previous = script;
    if (character.size() == 1 || script == CommonScript::None) continue;
    if (only != CommonScript::None && only != script) return false;
    only = script;
  }
  return true;
}

// Returns whether a character can follow a letter at the end of a word, quotation or sentence.
bool is_closing(std::string_view character) {
  constexpr std::string_view kSigns[] = {"…", "’", "”", "“", "‘", "»", "›", "–",
                                         "—", "™", "°", "®", "©", "†", "‡", "•"};
  return std::ranges::find(kSigns, character) != std::end(kSigns);
}

// Encodes the text with the table of an encoding. Returns the result if it is UTF-8 and the
// characters prove that it was misread in this encoding; otherwise nothing.
std::optional<std::string> undone(std::string_view utf8, const ByteOfCharacter& table) {
  std::string bytes;
  std::size_t sequences = 0;
  bool is_proved = false;
  bool is_after_letter = false;
  bool is_after_small = false;
  bool begins_after_small = false;
  bool begins_word = false;  // whether the last sequence began a word
  std::string_view last;     // the last non-ASCII character
  for (const std::string_view character : code_points_of(utf8)) {
    if (character.size() == 1) {
      bytes += character;
      is_after_small = character[0] >= 'a' && character[0] <= 'z';
      is_after_letter = is_letter(character[0]);
      // Except for possessives, no word begins with a capital and a sign.
      is_proved |= begins_word && is_after_small && (character != "s" || last != "’");
      begins_word = false;
      continue;
    }
    const auto found = table.find(character);
    if (found == table.end()) return std::nullopt;
    bytes += found->second;
    last = character;
    const bool is_lead = (static_cast<unsigned char>(found->second) & 0xC0) == 0xC0;
    if (is_lead) {
      ++sequences;
      begins_after_small = is_after_small;
      begins_word = !is_after_letter;
    }
    is_proved |= !is_lead && (begins_after_small || !is_closing(character));
    is_after_small = !is_lead;
    is_after_letter = true;
  }
  // Two Cyrillic letters may also be a word, unless they are inside of a Latin word.
  const bool is_cyrillic = &table == &misread_encodings()[1];
  const bool is_enough = !is_cyrillic || sequences > 1 || !has_one_script(utf8);
  if (!is_proved || !is_enough || !is_utf8(bytes)) return std::nullopt;
  return bytes;
}

// Replaces escapes of non-ASCII characters, "\u0142" and "\U0001f600", written by
// --output-encoding. Returns nothing if there are none. In tags the backslash may be doubled.
std::optional<std::string> without_escapes(std::string_view utf8) {
  std::string text;
  std::size_t done = 0;
  for (std::size_t at = utf8.find('\\'); at != std::string_view::npos; at = utf8.find('\\', at)) {
    const std::size_t begin = at;
    at = std::min(utf8.find_first_not_of('\\', at), utf8.size());
    if (at == utf8.size() || at - begin > 2 || (utf8[at] != 'u' && utf8[at] != 'U')) continue;
    const std::size_t size = utf8[at] == 'u' ? 4 : 8;
    const std::string_view digits = utf8.substr(at + 1, size);
    std::uint32_t code = 0;
    const char* const end = digits.data() + digits.size();
    const bool is_number = std::from_chars(digits.data(), end, code, 16).ptr == end;
    const bool is_character = code >= 0x80 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    if (digits.size() < size || !is_number || !is_character) continue;
    text += utf8.substr(done, begin - done);
    append_utf8(code, text);
    at = done = at + 1 + digits.size();
  }
  if (done == 0) return std::nullopt;
  return text += utf8.substr(done);
}

// Undoes one misreading; returns nothing if the tables disagree. Prefers results in one script,
// because a result in several scripts is an intermediate step.
std::optional<std::string> undone_once(std::string_view utf8) {
  std::optional<std::string> text;
  if (is_ascii(utf8)) return text;
  for (const bool is_last : {true, false}) {
    for (const ByteOfCharacter& table : misread_encodings()) {
      auto one = undone(utf8, table);
      if (!one || has_one_script(*one) != is_last) continue;
      if (text && *text != *one) return std::nullopt;
      text = std::move(one);
    }
    if (text) break;
  }
  return text;
}

}  // namespace

std::optional<std::string> undo_mojibake(std::string_view utf8) {
  std::optional<std::string> right = without_escapes(utf8);
  std::string text(right ? *right : utf8);
  // Each step makes the text shorter.
  while (auto step = undone_once(text)) {
    text = *std::move(step);
    if (has_one_script(text)) right = text;
  }
  return right;
}

}  // namespace arbiter
