#include "lib/io/text_conversion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "lib/io/legacy_encoding.h"
#include "lib/io/text_frame.h"
#include "lib/io/utf16_source.h"

namespace arbiter {
namespace {

struct LegacySetting {
  LegacyText treatment = LegacyText::Guess;
  std::string name{};
  bool needs_proof = false;
  GuessListener on_guess{};
};
LegacySetting legacy_setting;

std::uint64_t lines_in(std::string_view text) {
  return static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
}

std::string_view encoding_of(const TextForm& form) {
  if (form.parts.utf16 && !form.parts.is_mixed()) return to_string(*form.parts.utf16);
  return form.converted_from.empty() ? "UTF-8" : form.converted_from;
}

// Returns the reason why the converted text must not replace its file; nothing if it may.
std::optional<std::string> fault_of(const TextForm& form) {
  if (const auto& [bytes, line, first] = form.undecoded; bytes > 0) {
    const std::string_view name = encoding_of(form);
    return bytes == 1
               ? fmt::format("line {}: the byte {:02X} is invalid in {}; it is kept", line, first,
                             name)
               : fmt::format("line {}: the byte {:02X} is invalid in {}; {} such bytes are kept",
                             line, first, name, bytes);
  }
  if (!legacy_setting.needs_proof) return std::nullopt;
  if (form.parts.is_mixed() && !form.converted_from.empty()) {
    return fmt::format("parts of the file are in {} and other parts in {}; convert it to UTF-8",
                       to_string(*form.parts.utf16), form.converted_from);
  }
  if (!form.is_unproved) return std::nullopt;
  const std::string_view guess = form.guess.encoding;
  return fmt::format("the encoding of the text is uncertain{}; set it with --encoding {}",
                     guess.empty() ? "" : fmt::format(" (perhaps {})", guess),
                     guess.empty() ? "NAME" : guess);
}

constexpr std::size_t kBlockBytes = 32 * 1024;

// The maximum number of bytes used to detect an encoding.
constexpr std::size_t kEvidence = std::size_t{1} << 20;

// A source converted by a streaming `Decoder` with append(bytes, text) and finish(text).
template <class Decoder>
class ConvertedSource final : public ByteSource {
 public:
  // `form` must outlive the source.
  ConvertedSource(std::shared_ptr<ByteSource> source, Decoder decoder, TextForm& form)
      : source_(std::move(source)), decoder_(std::move(decoder)), form_(form) {}

  std::size_t read(std::span<char> into) override {
    while (text_read_ == text_.size()) {
      if (ended_) return 0;
      refill();
    }
    const std::size_t size = std::min(into.size(), text_.size() - text_read_);
    std::memcpy(into.data(), text_.data() + text_read_, size);
    text_read_ += size;
    return size;
  }
  std::optional<std::string> damage() const override {
    const auto damage = source_->damage();
    return damage ? damage : fault_of(form_);
  }

 private:
  void refill() {
    std::array<char, kBlockBytes> block;
    const std::size_t size = source_->read(block);
    text_.clear();
    text_read_ = 0;
    if (size == 0) {
      ended_ = true;
      form_.is_cut = source_->damage().has_value();
      decoder_.finish(text_);
      // This text marks a page without text as foreign content, because an empty file would be
      // valid.
      if (is_blank_ && trim(text_).empty() && (form_.is_html || !form_.frame.empty()))
        text_ += "no text\n";
      return;
    }
    decoder_.append({block.data(), size}, text_);
    is_blank_ = is_blank_ && trim(text_).empty();
    if (at_start_ && !text_.empty()) {
      at_start_ = false;
      if (!form_.is_plain()) text_read_ = byte_order_mark_size(text_);
    }
  }

  std::shared_ptr<ByteSource> source_;
  Decoder decoder_;
  TextForm& form_;
  std::string text_;
  std::size_t text_read_ = 0;
  bool at_start_ = true;
  bool is_blank_ = true;
  bool ended_ = false;
};

// A streaming decoder, which keeps shift states and incomplete characters between blocks.
class IconvDecoder {
 public:
  // `form` must outlive the decoder.
  IconvDecoder(const std::string& encoding, TextForm& form)
      : converter_("UTF-8", encoding), form_(&form) {}

  void append(std::string_view bytes, std::string& text) {
    if (!pending_.empty()) bytes = pending_ += bytes;
    std::size_t left = bytes.size();
    char* from = const_cast<char*>(bytes.data());  // iconv() does not write there
    while (left > 0) {
      const int failure = convert(&from, &left, text);
      if (failure == EINVAL) break;  // incomplete character
      if (failure == 0 || failure == E2BIG) continue;
      convert(nullptr, nullptr, text);
      keep(*from++, text);
      --left;
    }
    pending_ = std::string(from, left);
  }

  void finish(std::string& text) {
    convert(nullptr, nullptr, text);
    for (const char byte : pending_) keep(byte, text);
    pending_.clear();
  }

 private:
  // Calls convert_some(), and counts lines up to the first undecoded byte.
  int convert(char** from, std::size_t* left, std::string& text) {
    const std::size_t size = text.size();
    const int failure = converter_.convert_some(from, left, text);
    const auto converted = std::string_view(text).substr(size);
    if (form_->undecoded.bytes == 0) form_->undecoded.line += lines_in(converted);
    return failure;
  }

  void keep(char byte, std::string& text) {
    TextForm::Undecoded& undecoded = form_->undecoded;
    if (undecoded.bytes++ == 0) undecoded.first = static_cast<unsigned char>(byte);
    text += byte;
  }

  CharacterConverter converter_;
  TextForm* form_;
  std::string pending_;  // bytes of an incomplete character
};

// Returns the number of bytes at the end that may be an incomplete UTF-8 character.
std::size_t unfinished_bytes(std::string_view bytes) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, bytes.size()); ++back) {
    const auto byte = static_cast<unsigned char>(bytes[bytes.size() - back]);
    if (byte < 0x80) return 0;
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 0;
    if (length > 0) return length > back ? back : 0;
  }
  return 0;
}

// Decodes text from the given encoding, unless multi-byte characters prove that it is UTF-8.
class GivenDecoder {
 public:
  // `form` must outlive the decoder.
  GivenDecoder(TextForm& form, std::string name)
      : decoder_(legacy_setting.name, form), form_(&form), name_(std::move(name)) {}

  void append(std::string_view bytes, std::string& text) {
    if (is_decided_ || (evidence_.empty() && is_ascii(bytes))) return decoder_.append(bytes, text);
    evidence_ += bytes;
    if (evidence_.size() >= kEvidence) decide(evidence_.size() - unfinished_bytes(evidence_), text);
  }
  void finish(std::string& text) {
    if (!evidence_.empty()) decide(evidence_.size(), text);
    decoder_.finish(text);
  }

 private:
  // Decides whether the first `size` bytes of the evidence are UTF-8.
  void decide(std::size_t size, std::string& text) {
    is_decided_ = true;
    if (is_utf8(std::string_view(evidence_).substr(0, size))) {
      decoder_ = IconvDecoder("UTF-8", *form_);
      form_->converted_from = {};
      if (legacy_setting.on_guess) legacy_setting.on_guess(name_, *form_);
    }
    decoder_.append(std::exchange(evidence_, {}), text);
  }

  IconvDecoder decoder_;
  TextForm* form_;
  std::string name_;
  std::string evidence_;
  bool is_decided_ = false;
};

// Finds escape sequences in 7-bit text that switch to non-ASCII characters: ISO 2022 designations,
// and HZ. Chunks may end anywhere.
class ShiftSearch {
 public:
  // Checks whether the last chunk ended within a possible sequence.
  bool is_within_sequence() const { return !pending_.empty(); }

  // Returns the encoding of the first escape sequence found. Returns an empty name if iconv does
  // not support it.
  std::optional<std::string_view> find(std::string_view piece) {
    const bool has_start = piece.find('\x1B') != piece.npos || piece.find('~') != piece.npos;
    if (pending_.empty() && !has_start) return std::nullopt;
    const std::string text = std::exchange(pending_, {}).append(piece);
    for (std::size_t at = 0; (at = text.find_first_of("\x1B~", at)) != text.npos; ++at) {
      const std::string_view rest = std::string_view(text).substr(at, kMaxShift);
      const Match match = rest[0] == '~' ? match_hz(rest) : match_designation(rest);
      if (match == Match::Whole) return encoding_of_designation(rest);
      if (match == Match::Beginning && rest.size() < kMaxShift) {
        pending_ = rest;
        break;
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kMaxShift = 256;

  enum class Match : std::uint8_t { None, Beginning, Whole };

  // Ignores the designation of ASCII, which terminals use too.
  static Match match_designation(std::string_view text) {
    if (text.size() < 4) return Match::Beginning;
    const bool is_designation = std::string_view("$()*+-./").find(text[1]) != text.npos;
    return is_designation && !text.starts_with("\x1B(B") ? Match::Whole : Match::None;
  }

  // Matches HZ, which has two-byte characters between "~{" and "~}".
  static Match match_hz(std::string_view text) {
    if (text.size() < 2) return Match::Beginning;
    if (text[1] != '{') return Match::None;
    for (std::size_t at = 2; at + 1 < text.size(); at += 2) {
      if (text.substr(at, 2) == "~}") return at > 2 ? Match::Whole : Match::None;
      const bool is_character =
          text[at] > ' ' && text[at] < 'x' && text[at + 1] > ' ' && text[at + 1] < '\x7F';
      if (!is_character) return Match::None;
    }
    return Match::Beginning;
  }

  static std::string_view encoding_of_designation(std::string_view text) {
    struct Designation {
      std::string_view sequence;
      std::string_view encoding;
    };
    constexpr Designation kDesignations[] = {
        {"\x1B$@", "ISO-2022-JP"},    {"\x1B$B", "ISO-2022-JP"},  {"\x1B(J", "ISO-2022-JP"},
        {"\x1B$(D", "ISO-2022-JP-2"}, {"\x1B$)C", "ISO-2022-KR"}, {"\x1B$)A", "ISO-2022-CN"},
        {"\x1B$)G", "ISO-2022-CN"},
    };
    for (const auto& [sequence, encoding] : kDesignations) {
      if (text.starts_with(sequence)) return encoding;
    }
    return {};
  }

  std::string pending_;  // beginning of a sequence
};

// Passes UTF-8 through. At the first other byte, reads ahead, guesses the encoding, and converts
// the rest if the guess is certain.
class GuessingSource final : public ByteSource {
 public:
  GuessingSource(std::shared_ptr<ByteSource> source, TextForm& form, std::string name)
      : source_(std::move(source)), form_(form), name_(std::move(name)) {}

  std::size_t read(std::span<char> into) override {
    if (text_read_ == text_.size() && kept_.empty() && !decoder_) {
      const std::size_t size = read_bytes(into);
      const std::string_view bytes(into.data(), size);
      const bool is_whole = size == 0 || unfinished_bytes(bytes) == 0;
      if (is_decided_ || is_plain_ || (is_whole && is_utf8(bytes))) return size;
      kept_ = bytes;
    }
    while (text_read_ == text_.size()) {
      if (!refill()) return 0;
    }
    const std::size_t size = std::min(into.size(), text_.size() - text_read_);
    std::memcpy(into.data(), text_.data() + text_read_, size);
    text_read_ += size;
    return size;
  }
  std::optional<std::string> damage() const override {
    const auto damage = source_->damage();
    return damage ? damage : fault_of(form_);
  }
  bool is_cpu_bound() const override { return source_->is_cpu_bound(); }

 private:
  // Returns false at the end.
  bool refill() {
    text_ = std::move(kept_);
    kept_.clear();
    text_read_ = 0;
    const bool has_more = read_block(text_);
    if (!has_more) form_.is_cut = source_->damage().has_value();
    if (decoder_) {
      std::string bytes = std::move(text_);
      text_.clear();
      has_more ? decoder_->append(bytes, text_) : decoder_->finish(text_);
    } else if (!is_decided_) {
      look_at(has_more);
    }
    return has_more || !text_.empty();
  }

  bool read_block(std::string& bytes) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kBlockBytes);
    const std::size_t read = read_bytes(std::span(bytes.data() + size, kBlockBytes));
    bytes.resize(size + read);
    return read > 0;
  }

  std::size_t read_bytes(std::span<char> into) {
    const std::size_t size = source_->read(into);
    const std::string_view bytes(into.data(), size);
    is_plain_ = is_unshifted_ascii(bytes);
    if (has_shifts_ || (is_plain_ && !shifts_.is_within_sequence())) return size;
    if (const auto encoding = shifts_.find(bytes)) {
      has_shifts_ = form_.is_unproved = true;
      if (!encoding->empty() && form_.guess.encoding.empty()) {
        form_.guess.encoding = *encoding;
        if (legacy_setting.on_guess) legacy_setting.on_guess(name_, form_);
      }
    }
    return size;
  }

  // Guesses the encoding at the first byte that is not UTF-8.
  void look_at(bool has_more) {
    const std::size_t unfinished = has_more ? unfinished_bytes(text_) : 0;
    const auto stray =
        find_invalid_utf8(std::string_view(text_).substr(0, text_.size() - unfinished));
    if (!stray) {
      kept_ = text_.substr(text_.size() - unfinished);
      text_.resize(text_.size() - unfinished);
      return;
    }
    while (text_.size() - *stray < kEvidence && read_block(text_)) {
    }
    is_decided_ = true;
    form_.is_unproved = true;
    const std::size_t line = text_.find_last_of("\r\n", *stray) + 1;
    const std::string_view evidence = std::string_view(text_).substr(line);
    if (has_binary_controls(evidence)) return;
    const EncodingGuess guess = guess_encoding(evidence);
    if (guess.encoding.empty()) return;
    form_.is_unproved = has_shifts_ || !guess.is_sure();
    // Windows-1252 needs no conversion, because each text of a game is decoded when it is read.
    if (guess.is_sure() && guess.encoding == legacy_encoding_names()[0]) return;
    form_.guess = guess;
    if (guess.is_sure()) form_.converted_from = guess.encoding;
    if (legacy_setting.on_guess) legacy_setting.on_guess(name_, form_);
    if (!guess.is_sure()) return;
    decoder_.emplace(std::string(guess.encoding), form_);
    // Ideograms before the first invalid byte may look like UTF-8.
    constexpr std::string_view kIdeograms =
        "GBK|GB18030|Big5|BIG5-HKSCS|CP932|SHIFT_JIS|EUC-JP|EUC-KR|UHC|EUC-TW|JOHAB";
    const auto high = std::ranges::find_if(text_, [](char c) { return (c & 0x80) != 0; });
    const std::size_t begin = is_listed(guess.encoding, kIdeograms)
                                  ? static_cast<std::size_t>(high - text_.begin())
                                  : line;
    const std::string rest = text_.substr(begin);
    text_.resize(begin);
    decoder_->append(rest, text_);
  }

  std::shared_ptr<ByteSource> source_;
  TextForm& form_;
  std::string name_;
  ShiftSearch shifts_;
  bool is_plain_ = false;  // the last bytes read are unshifted ASCII
  bool has_shifts_ = false;
  bool is_decided_ = false;
  std::optional<IconvDecoder> decoder_;
  std::string text_;
  std::size_t text_read_ = 0;
  std::string kept_;  // bytes of an incomplete character
};

std::unique_ptr<ByteSource> in_utf8(std::unique_ptr<ByteSource> source, TextForm& form,
                                    std::string name) {
  switch (legacy_setting.treatment) {
    case LegacyText::Guess:
      return std::make_unique<GuessingSource>(std::move(source), form, std::move(name));
    case LegacyText::Keep: {
      if (!legacy_setting.needs_proof) return source;
      IconvDecoder decoder("UTF-8", form);  // counts bytes that are not UTF-8
      return std::make_unique<ConvertedSource<IconvDecoder>>(std::move(source), std::move(decoder),
                                                             form);
    }
    case LegacyText::Convert:
      break;
  }
  form.converted_from = legacy_setting.name;
  return std::make_unique<ConvertedSource<GivenDecoder>>(std::move(source),
                                                         GivenDecoder(form, std::move(name)), form);
}

// The entities of HTML 4 for U+00A0 to U+00FF, in order.
constexpr std::string_view kLatinEntities =
    "nbsp|iexcl|cent|pound|curren|yen|brvbar|sect|uml|copy|ordf|laquo|not|shy|reg|macr|deg|plusmn|"
    "sup2|sup3|acute|micro|para|middot|cedil|sup1|ordm|raquo|frac14|frac12|frac34|iquest|Agrave|"
    "Aacute|Acirc|Atilde|Auml|Aring|AElig|Ccedil|Egrave|Eacute|Ecirc|Euml|Igrave|Iacute|Icirc|Iuml|"
    "ETH|Ntilde|Ograve|Oacute|Ocirc|Otilde|Ouml|times|Oslash|Ugrave|Uacute|Ucirc|Uuml|Yacute|THORN|"
    "szlig|agrave|aacute|acirc|atilde|auml|aring|aelig|ccedil|egrave|eacute|ecirc|euml|igrave|"
    "iacute|icirc|iuml|eth|ntilde|ograve|oacute|ocirc|otilde|ouml|divide|oslash|ugrave|uacute|"
    "ucirc|uuml|yacute|thorn|yuml|";

struct Entity {
  std::string_view name;
  char32_t code_point;
};
constexpr Entity kEntities[] = {
    {"amp", '&'},       {"lt", '<'},        {"gt", '>'},        {"quot", '"'},
    {"apos", '\''},     {"ndash", 0x2013},  {"mdash", 0x2014},  {"lsquo", 0x2018},
    {"rsquo", 0x2019},  {"ldquo", 0x201C},  {"rdquo", 0x201D},  {"hellip", 0x2026},
    {"dagger", 0x2020}, {"Dagger", 0x2021}, {"minus", 0x2212},  {"infin", 0x221E},
    {"ensp", 0x2002},   {"emsp", 0x2003},   {"thinsp", 0x2009}, {"zwnj", 0x200C},
    {"zwj", 0x200D},    {"lrm", 0x200E},    {"rlm", 0x200F},    {"Scaron", 0x160},
    {"scaron", 0x161},  {"OElig", 0x152},   {"oelig", 0x153},   {"rarr", 0x2192},
    {"uarr", 0x2191},   {"Delta", 0x394},   {"nabla", 0x2207},  {"le", 0x2264},
};

std::optional<char32_t> code_point_of_number(std::string_view digits) {
  const bool is_hex = digits.starts_with('x') || digits.starts_with('X');
  if (is_hex) digits.remove_prefix(1);
  std::uint32_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, is_hex ? 16 : 10);
  const bool is_read = error == std::errc() && stop == end && value > 0;
  return is_read ? std::optional<char32_t>(value) : std::nullopt;
}

}  // namespace

std::optional<char32_t> code_point_of_entity(std::string_view name) {
  if (name.starts_with('#')) return code_point_of_number(name.substr(1));
  const auto* const known = std::ranges::find(kEntities, name, &Entity::name);
  if (known != std::end(kEntities)) return known->code_point;
  char32_t code_point = 0xA0;
  for (std::string_view rest = kLatinEntities; !rest.empty(); ++code_point) {
    const std::size_t end = rest.find('|');
    if (rest.substr(0, end) == name) return code_point;
    rest.remove_prefix(end + 1);
  }
  return std::nullopt;
}

namespace {

// Removes HTML tags, and elements without visible text, such as <script>. Block-level elements end
// the line.
class HtmlDecoder {
 public:
  void append(std::string_view bytes, std::string& text) {
    for (const char c : bytes) add(c, text);
  }
  void finish(std::string& text) { text += pending_; }

 private:
  static constexpr std::size_t kMaxEntity = 12;
  static constexpr std::size_t kMaxTagName = 10;

  enum class State : std::uint8_t { Text, Entity, Tag, Comment };

  void add(char c, std::string& text) {
    switch (state_) {
      case State::Text:
        if (c == '<' || (c == '&' && !is_hidden())) {
          begin(c);
        } else if (!is_hidden()) {
          put(c, text);
        }
        break;
      case State::Entity:
        entity(c, text);
        break;
      case State::Tag:
        tag(c, text);
        break;
      case State::Comment:
        comment(c);
        break;
    }
  }

  // Adds a character of the source. Ignores a line end directly after a block-level element.
  void put(char c, std::string& text) {
    const bool is_line_end = c == '\n' || c == '\r';
    if (is_line_end && follows_element_) {
      follows_element_ = c == '\r';
      return;
    }
    follows_element_ = false;
    is_at_line_start_ = c == '\n';
    has_closed_ = false;
    text += c;
  }

  // Separates words of adjacent elements: "</span><span>". Adds no space after a single capital,
  // which may be a piece letter.
  void separate(std::string& text) {
    const std::size_t size = text.size();
    const bool is_letter_alone =
        size > 0 && is_capital(text[size - 1]) && (size == 1 || !is_letter(text[size - 2]));
    if (!is_letter_alone && size > 0 && !is_space_or_control(text[size - 1])) text += ' ';
  }

  void end_line(std::string& text) {
    text += '\n';
    is_at_line_start_ = true;
    follows_element_ = true;
  }

  void begin(char c) {
    state_ = c == '<' ? State::Tag : State::Entity;
    pending_ = c;
  }

  bool is_hidden() const { return !hidden_.empty(); }

  void entity(char c, std::string& text) {
    if (c == ';') {
      const auto code_point = code_point_of_entity(std::string_view(pending_).substr(1));
      if (code_point) {
        append_utf8(*code_point, text);
        is_at_line_start_ = follows_element_ = false;
      } else {
        text += pending_ + c;
      }
    } else if ((is_letter(c) || is_digit(c) || (c == '#' && pending_.size() == 1)) &&
               pending_.size() < kMaxEntity) {
      pending_ += c;
      return;
    } else {
      text += pending_;
      restart();
      return add(c, text);
    }
    restart();
  }

  void tag(char c, std::string& text) {
    if (pending_.size() == 1) {
      const bool begins_tag = is_letter(c) || c == '/' || c == '!' || c == '?';
      if (!begins_tag) {
        if (!is_hidden()) text += '<';
        restart();
        return add(c, text);
      }
    }
    if (c == '>') return end_tag(text);
    const bool is_in_name = is_letter(c) || is_digit(c) || c == '/' || c == '!' || c == '-';
    if (!is_in_name) has_name_ = true;
    if (!has_name_ && pending_.size() <= kMaxTagName) pending_ += c;
    if (pending_ == "<!--") {
      state_ = State::Comment;
      pending_.clear();
    }
  }

  void comment(char c) {
    pending_ += c;
    if (pending_.size() > 3) pending_.erase(0, 1);
    if (pending_ == "-->") restart();
  }

  void end_tag(std::string& text) {
    std::string name = to_small(std::string_view(pending_).substr(1));
    const bool closes = name.starts_with('/');
    std::erase(name, '/');
    restart();
    const bool touches = !is_hidden() && name == "span" && !closes && has_closed_;
    has_closed_ = closes && name == "span";
    if (touches) separate(text);
    if (is_hidden()) {
      if (closes && name == hidden_) hidden_.clear();
      return;
    }
    if (!closes && is_listed(name, "script|style|title|head")) hidden_ = name;
    constexpr std::string_view kLines =
        "p|div|tr|li|ul|ol|table|pre|hr|h1|h2|h3|h4|h5|h6|body|html|center|blockquote|textarea";
    if (name == "br" || (is_listed(name, kLines) && !is_at_line_start_)) end_line(text);
    if (is_listed(name, "td|th")) text += ' ';
  }

  void restart() {
    state_ = State::Text;
    pending_.clear();
    has_name_ = false;
  }

  State state_ = State::Text;
  std::string pending_;    // text of an incomplete entity or tag
  bool has_name_ = false;  // the name of the tag has ended
  std::string hidden_;     // name of the current element without visible text
  bool is_at_line_start_ = true;
  bool follows_element_ = false;
  bool has_closed_ = false;  // the text ends with the end of a span
};

// Checks for the beginning of an HTML page, or for games in the source of an HTML page. FIDE's
// player list in XML is not a page.
bool is_html(std::string_view start) {
  if (start.starts_with(kUtf8Bom)) start.remove_prefix(kUtf8Bom.size());
  start = trim(start);
  const std::string text = to_small(start);
  if (text.starts_with("<?xml") && text.find("<playerslist") != text.npos) return false;
  constexpr std::string_view kBeginnings[] = {
      "<!doctype html", "<html", "<head",   "<body", "<pre", "<div", "<table", "<p>", "<br",
      "<?xml",          "<!--",  "<center", "<h1",   "<h2",  "<h3",  "<font"};
  for (const std::string_view beginning : kBeginnings) {
    if (text.starts_with(beginning)) return true;
  }
  if (!text.starts_with('[')) return false;
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = std::string_view(text).substr(0, end);
  return line.find("\"]<br") != std::string::npos || line.find("\"] <br") != std::string::npos ||
         line.substr(std::min(line.find(' '), end)).starts_with(" &quot;");
}

}  // namespace

TextForm form_of_text(std::string_view start) {
  TextForm form{.parts = {.utf16 = find_utf16_at_start(start)}};
  form.is_html = !form.parts.utf16 && is_html(start);
  return form;
}

void set_legacy_text(LegacyText treatment, std::string_view encoding) {
  legacy_setting.treatment = treatment;
  legacy_setting.name = encoding;
}

bool keeps_undecoded_bytes() { return legacy_setting.treatment != LegacyText::Guess; }

void require_proved_encodings() { legacy_setting.needs_proof = true; }

void set_guess_listener(GuessListener listener) { legacy_setting.on_guess = std::move(listener); }

std::string guess_text(const TextForm& form) {
  const EncodingGuess& guess = form.guess;
  if (guess.encoding.empty()) {
    return fmt::format("the text is UTF-8 already; it is not converted from {}",
                       legacy_setting.name);
  }
  if (guess.probability == 0) {
    return fmt::format("the text may be in {0}; it is not converted (--encoding {0} converts it)",
                       guess.encoding);
  }
  // Limits the percentage to 99, because only --encoding is certain.
  const auto percent = [](double share) {
    const int rounded = std::min(99, static_cast<int>(share * 100));
    return rounded == 0 ? std::string("below 1 %") : fmt::format("{} %", rounded);
  };
  const std::string shares =
      percent(guess.probability) +
      (guess.runner_up.empty()
           ? ""
           : fmt::format("; next {}, {}", guess.runner_up, percent(guess.runner_up_probability)));
  return form.converted_from.empty()
             ? fmt::format(
                   "the text may be in {0} ({1}), based on its letters; it is read as "
                   "Windows-1252 (--encoding {0} converts it)",
                   guess.encoding, shares)
             : fmt::format(
                   "the text is in {0} ({1}), based on its letters; it is converted to "
                   "UTF-8 "
                   "(--encoding {0} confirms it)",
                   guess.encoding, shares);
}

namespace {

// Removes the frame around the games, if any.
void remove_frame(PlainText& text) {
  auto source = std::make_unique<PeekableSource>(std::move(text.source), kFrameEvidence);
  auto frame = find_frame(source->start());
  text.source = std::move(source);
  if (!frame) return;
  text.form->frame = frame->description();
  text.source = std::make_unique<ConvertedSource<FrameDecoder>>(
      std::move(text.source), FrameDecoder(*std::move(frame)), *text.form);
}

}  // namespace

PlainText plain_text(std::unique_ptr<PeekableSource> source, std::string name) {
  PlainText text{std::make_unique<TextForm>(form_of_text(source->start())), nullptr};
  TextForm& form = *text.form;
  const bool is_utf16 = form.parts.utf16.has_value();
  const bool looks_framed = is_utf16 || form.is_html || may_have_frame(source->start());
  auto converted = std::make_unique<Utf16Source>(std::move(source), form.parts);
  if (is_utf16) {
    IconvDecoder decoder("UTF-8", form);  // counts bytes that are not UTF-8
    text.source = std::make_unique<ConvertedSource<IconvDecoder>>(std::move(converted),
                                                                  std::move(decoder), form);
  } else {
    text.source = in_utf8(std::move(converted), form, std::move(name));
  }
  if (form.is_html) {
    text.source =
        std::make_unique<ConvertedSource<HtmlDecoder>>(std::move(text.source), HtmlDecoder(), form);
  }
  if (looks_framed) remove_frame(text);
  return text;
}

bool is_plain_text(std::unique_ptr<PeekableSource> source) {
  const PlainText text = plain_text(std::move(source));
  std::vector<char> block(kBlockBytes);
  while (text.form->is_plain() && text.form->guess.encoding.empty() &&
         text.source->read(block) > 0) {
  }
  return text.form->is_plain();
}

}  // namespace arbiter
