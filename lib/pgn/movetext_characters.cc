#include "lib/pgn/movetext_characters.h"

#include <algorithm>
#include <charconv>

#include "lib/notation/annotation_signs.h"

namespace arbiter::movetext_characters {
namespace {

// The maximum length of a sign, with a variation selector.
constexpr std::size_t kMaxSignLength = 12;

// Returns the length of a Unicode variation selector.
std::size_t selector_length(const char* text) {
  const std::string_view next(text, 3);
  return next == "\ufe0e" || next == "\ufe0f" ? next.size() : 0;
}

bool is_high(char c) { return (c & 0x80) != 0; }

// HTML names of characters in moves, results and signs.
struct NamedCharacter {
  std::string_view name;
  std::string_view character;
};
constexpr NamedCharacter kNamed[] = {
    {"nbsp", "\u00a0"},   {"ensp", " "},        {"emsp", " "},        {"thinsp", " "},
    {"shy", "\u00ad"},    {"plus", "+"},        {"num", "#"},         {"equals", "="},
    {"amp", "&"},         {"quot", "\""},       {"lt", "<"},          {"gt", ">"},
    {"excl", "!"},        {"quest", "?"},       {"ast", "*"},         {"times", "\u00d7"},
    {"minus", "\u2212"},  {"ndash", "\u2013"},  {"mdash", "\u2014"},  {"hyphen", "-"},
    {"frac12", "\u00bd"}, {"half", "\u00bd"},   {"plusmn", "\u00b1"}, {"infin", "\u221e"},
    {"dagger", "\u2020"}, {"Dagger", "\u2021"}, {"colon", ":"},       {"sol", "/"}};

// Returns the character of an HTML entity; empty if unknown.
std::string character_of(std::string_view name) {
  std::string character;
  if (!name.starts_with('#')) {
    const auto* const named = std::ranges::find(kNamed, name, &NamedCharacter::name);
    return std::string(named == std::end(kNamed) ? std::string_view() : named->character);
  }
  const bool is_hexadecimal = name.size() > 1 && (name[1] | 0x20) == 'x';
  std::uint32_t value = 0;
  const std::string_view digits = name.substr(is_hexadecimal ? 2 : 1);
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, is_hexadecimal ? 16 : 10);
  const bool is_read = error == std::errc() && stop == end && value >= ' ' && value < 0x110000;
  if (is_read) append_utf8(value, character);
  return character;
}

}  // namespace

HtmlEntity entity_at(std::string_view text) {
  const std::size_t end = text.substr(0, kMaxEntity).find(';');
  if (!text.starts_with('&') || end == text.npos || end < 2) return {};
  HtmlEntity entity{.length = end + 1, .character = character_of(text.substr(1, end - 1))};
  return entity.character.empty() ? HtmlEntity() : entity;
}

std::string with_characters(std::string_view html) {
  std::string text;
  while (!html.empty()) {
    const HtmlEntity entity = entity_at(html);
    text += entity.length > 0 ? entity.character : std::string(1, html[0]);
    html.remove_prefix(std::max<std::size_t>(entity.length, 1));
  }
  return text;
}

const char* end_with_entities(const char* text, const char* stop) {
  while (*stop == ';') {
    const char* start = stop;
    while (start > text && *start != '&') --start;
    const HtmlEntity entity = entity_at({start, kMaxEntity});
    if (entity.length != static_cast<std::size_t>(stop + 1 - start)) return stop;
    if (entity.is_blank()) return start;
    stop = symbol_end(stop);
  }
  return stop;
}

std::size_t game_command_length(const char* text) {
  for (const std::string_view command : {"\\mainline{", "\\hidemoves{", "\\variation{"}) {
    if (std::memcmp(text, command.data(), command.size()) == 0) return command.size();
  }
  return 0;
}

WrittenSign sign_at(const char* text) {
  if (const AnnotationSign* sign = annotation_sign_at({text, kMaxSignLength})) {
    return {sign->text.size() + selector_length(text + sign->text.size()), sign->nag};
  }
  if (!is_high(*text) || character_length({text, kMaxCharacterLength}) > 0) return {};
  const auto nag = nag_of_sign(utf8_from_windows_1252({text, 1}));
  return nag ? WrittenSign{1, *nag} : WrittenSign{};
}

char raised_digit(std::string_view text) {
  if (text.starts_with('\xC2')) text.remove_prefix(1);
  return text == "\xB9" ? '1' : text == "\xB2" ? '2' : text == "\xB3" ? '3' : '\0';
}

WrittenSign sign_in_parentheses(const char* text) {
  const std::string_view next(text, 4);
  const std::string_view inside = next.substr(0, next.find(')') + 1);
  const auto nag = nag_of_sign(inside);
  return nag ? WrittenSign{inside.size(), *nag} : WrittenSign{};
}

WrittenTime time_in_parentheses(const char* text) {
  const char* at = text + 1;
  std::uint32_t seconds = 0;
  for (std::size_t part = 0; part < 3; ++part) {
    const char* const first = at;
    std::uint32_t value = 0;
    while (is_digit(*at) && at - first < 3)
      value = value * 10 + static_cast<std::uint32_t>(*at++ - '0');
    const bool is_valid = part == 0 ? at > first : at - first == 2 && value < 60;
    if (!is_valid) return {};
    seconds = seconds * 60 + value;
    if (*at == ')' && part > 0) return {static_cast<std::size_t>(at + 1 - text), seconds};
    if (*at++ != ':') return {};
  }
  return {};
}

const char* end_before_sign(const char* text, const char* stop) {
  // Minimum length of UTF-8 that cannot be confused with Windows-1252.
  constexpr std::size_t kMinCertainLength = 3;
  const bool is_certain = character_length({stop, kMaxCharacterLength}) >= kMinCertainLength;
  if (is_high(stop[-1]) && !is_certain) return nullptr;
  if (blank_length(stop) > 0) return stop;
  const std::size_t length = sign_at(stop).length;
  // A sign may begin with an ASCII character, such as "=" before the infinity sign.
  for (const char* start = stop - 1; start > text && stop - start <= 2; --start) {
    const char* const end = is_high(*start) ? start : start + sign_at(start).length;
    if (end > stop && end >= stop + length) return start;
  }
  return length > 0 ? stop : nullptr;
}

}  // namespace arbiter::movetext_characters
