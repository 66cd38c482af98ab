#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "lib/tags/tag_value_checks.h"

namespace arbiter {

std::string quoted(std::string_view value) {
  constexpr std::size_t kMaxLength = 60;
  if (value.size() <= kMaxLength) return fmt::format("\"{}\"", value);
  std::size_t end = kMaxLength;
  // The end must not be inside a UTF-8 character.
  while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0) == 0x80) --end;
  return fmt::format("\"{}...\"", value.substr(0, end));
}

namespace {

constexpr std::size_t kMaxStringLength = 255;
constexpr char kFirstOfQuotes = '\xE2';  // of the curly ones in UTF-8

bool is_suspect(char letter) {
  return letter == '\\' || letter == '&' || letter == '\t' || letter == kFirstOfQuotes;
}

// Checks whether any byte is suspect.
bool has_suspect(std::string_view text) {
  using Block = unsigned char __attribute__((vector_size(16)));
  constexpr auto kSuspect = [](const Block& block) {
    return (block == '\\') | (block == '&') | (block == '\t') |
           (block == static_cast<unsigned char>(kFirstOfQuotes));
  };
  if (text.size() < sizeof(Block)) return std::ranges::any_of(text, is_suspect);
  const auto block_at = [&](std::size_t at) {
    Block block;
    std::memcpy(&block, text.data() + at, sizeof block);
    return block;
  };
  auto found = kSuspect(block_at(text.size() - sizeof(Block)));
  for (std::size_t at = 0; at + sizeof(Block) <= text.size(); at += sizeof(Block)) {
    found |= kSuspect(block_at(at));
  }
  std::uint64_t halves[2];
  std::memcpy(halves, &found, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

// Returns the text of all tags; empty if they are not in order in the game's text.
std::string_view text_of_tags(const PgnGame& game) {
  const std::size_t begin = game.tags.front().offset;
  const std::size_t end = game.tags.back().value_offset + game.tags.back().value.size();
  if (begin >= end || end > game.text.size()) return {};
  return game.text.substr(begin, end - begin);
}

// Returns "&amp;", "&#39;", "&#x27;" at the beginning of the text; otherwise empty.
std::string_view entity_at(std::string_view text) {
  constexpr std::size_t kMaxEntityLength = 10;
  const std::size_t end = text.substr(0, kMaxEntityLength).find(';');
  if (end == std::string_view::npos || end < 3) return {};
  std::string_view name = text.substr(1, end - 1);
  const bool is_number = name.starts_with('#');
  if (is_number) name.remove_prefix(1);
  if (is_number && (name.starts_with('x') || name.starts_with('X'))) name.remove_prefix(1);
  const bool is_entity = !name.empty() && std::ranges::all_of(name, [&](char letter) {
    return is_digit(letter) || (is_letter(letter) && (!is_number || to_small(letter) <= 'f'));
  });
  return is_entity ? text.substr(0, end + 1) : std::string_view();
}

// Returns a curly double quotation mark in UTF-8 at the beginning of the text; otherwise empty.
std::string_view curly_quote_at(std::string_view text) {
  for (std::string_view quote : {"\xE2\x80\x9C", "\xE2\x80\x9D", "\xE2\x80\x9E", "\xE2\x80\x9F"}) {
    if (text.starts_with(quote)) return text.substr(0, quote.size());
  }
  return {};
}

class TextCheck {
 public:
  TextCheck(GameReporter& reporter, const PgnTag& tag) : reporter_(reporter), tag_(tag) {}

  void run() {
    for (std::size_t at = 0; at < tag_.value.size();) at += check_at(tag_.value.substr(at));
  }

 private:
  // Checks the beginning of the rest. Returns the number of checked bytes.
  std::size_t check_at(std::string_view rest) {
    switch (rest.front()) {
      case '\\':
        return check_escape(rest);
      case '\t':
        reporter_.report(DiagnosticCode::TabInString, span_in_value(tag_, rest.substr(0, 1)),
                         "the value contains a tab");
        return 1;
      case '&':
        return check_entity(rest);
      case kFirstOfQuotes:
        return check_quote(rest);
      default:
        return 1;
    }
  }

  std::size_t check_escape(std::string_view rest) {
    if (rest.size() > 1 && (rest[1] == '\\' || rest[1] == '"')) return 2;
    reporter_.report_with_help(DiagnosticCode::BadEscape, span_in_value(tag_, rest.substr(0, 2)),
                               R"(write \\ for a backslash)",
                               "a backslash that escapes neither a quotation mark nor a backslash");
    return 1;
  }

  std::size_t check_entity(std::string_view rest) {
    const std::string_view entity = entity_at(rest);
    if (entity.empty()) return 1;
    reporter_.report_with_help(DiagnosticCode::HtmlEntities, span_in_value(tag_, entity),
                               "write the character itself",
                               "the value contains the HTML entity {}", entity);
    return entity.size();
  }

  std::size_t check_quote(std::string_view rest) {
    const std::string_view quote = curly_quote_at(rest);
    if (quote.empty()) return 1;
    reporter_.report_with_help(DiagnosticCode::SmartQuotes, span_in_value(tag_, quote),
                               R"(write \" instead)", "the value contains a curly quotation mark");
    return quote.size();
  }

  GameReporter& reporter_;
  const PgnTag& tag_;
};

void check_length(GameReporter& reporter, const PgnTag& tag) {
  const auto letters = static_cast<std::size_t>(std::ranges::count_if(
      tag.value, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
  if (letters <= kMaxStringLength) return;
  reporter.report(DiagnosticCode::StringTooLong, value_span(tag),
                  "the value has {} characters; PGN allows {}", letters, kMaxStringLength);
}

}  // namespace

void check_tag_text(GameReporter& reporter) {
  const PgnGame& game = reporter.game();
  if (game.tags.empty()) return;
  const std::string_view text = text_of_tags(game);
  const bool is_clean = !text.empty() && !has_suspect(text);
  for (const PgnTag& tag : game.tags) {
    if (tag.value.size() > kMaxStringLength) check_length(reporter, tag);
    if (!is_clean && has_suspect(tag.value)) TextCheck(reporter, tag).run();
  }
}

namespace {

constexpr std::string_view kMonths[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};

void bad_form(const PgnTag& tag, GameReporter& reporter) {
  std::string help;
  if (tag.value == "?" || tag.value == "-") {
    help = "write ????.??.?? for an unknown date";
  } else if (const auto date = read_other_date(tag.value)) {
    help = fmt::format("write {}", to_string(*date));
  }
  reporter.report_with_help(DiagnosticCode::DateFormat, value_span(tag), help,
                            "the date {} is not written YYYY.MM.DD", quoted(tag.value));
}

// Reports zeros for unknown parts.
void bad_zero(const PgnTag& tag, PartialDate date, GameReporter& reporter) {
  if (date.year == 0) date.year.reset();
  if (date.month == 0) date.month.reset();
  if (date.day == 0) date.day.reset();
  reporter.report_with_help(DiagnosticCode::DateFormat, value_span(tag),
                            fmt::format("write {}", to_string(date)),
                            "the date {} has zeros for unknown parts", quoted(tag.value));
}

std::string impossible_because(const PartialDate& date) {
  if (date.month && *date.month > 12) return fmt::format("there is no month {}", *date.month);
  if (!date.month) return fmt::format("no month has a day {}", *date.day);
  const std::string_view month = kMonths[*date.month - 1];
  if (*date.month == 2 && date.year && *date.day == 29) {
    return fmt::format("February {} had no day 29", *date.year);
  }
  return fmt::format("{} has no day {}", month, *date.day);
}

bool has_zero(const PartialDate& date) {
  return date.year == 0 || date.month == 0 || date.day == 0;
}

void check_future(const PgnTag& tag, const PartialDate& date, std::uint32_t today,
                  GameReporter& reporter) {
  const auto day = earliest_day(date);
  if (!day || *day <= today) return;
  // In some time zones it may be tomorrow already.
  const auto as_date = [](std::uint32_t yyyymmdd) {
    return PartialDate{static_cast<std::uint16_t>(yyyymmdd / 10000),
                       static_cast<std::uint8_t>(yyyymmdd / 100 % 100),
                       static_cast<std::uint8_t>(yyyymmdd % 100)};
  };
  const PartialDate now = as_date(today);
  if (may_exist(now) && day_number(as_date(*day)) <= day_number(now) + 1) return;
  reporter.report(DiagnosticCode::DateFuture, value_span(tag), "the date {} is in the future",
                  tag.value);
}

}  // namespace

void check_date(KnownTag known, const PgnTag& tag, const TagCheckOptions& options,
                GameReporter& reporter) {
  const auto date = parse_date(tag.value);
  if (!date) return bad_form(tag, reporter);
  if (has_zero(*date)) return bad_zero(tag, *date, reporter);
  if (!may_exist(*date)) {
    reporter.report(DiagnosticCode::DateImpossible, value_span(tag),
                    "the date {} does not exist: {}", tag.value, impossible_because(*date));
    return;
  }
  if (date->is_unknown()) {
    reporter.report(DiagnosticCode::ValuePlaceholder, value_span(tag),
                    "the {} tag only marks the value as unknown", tag.name);
    return;
  }
  const bool is_of_game = known == KnownTag::Date || known == KnownTag::UtcDate;
  if (is_of_game && options.today) check_future(tag, *date, *options.today, reporter);
}

void check_time_of_day(const PgnTag& tag, GameReporter& reporter) {
  if (is_time_of_day(tag.value)) return;
  reporter.report(DiagnosticCode::TimeFormat, value_span(tag),
                  "the time {} is not written HH:MM:SS", quoted(tag.value));
}

}  // namespace arbiter
