// The command `arbiter explain [ID...]`.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/text.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/patterns/pattern_parser.h"
#include "lib/patterns/pattern_plan.h"
#include "lib/patterns/pattern_text.h"
#include "lib/tournament/tie_break.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_table.h"
#include "tools/commands/check/check.h"

namespace arbiter {
namespace {

// The sections begin with "== NAME". Words between asterisks at the start of a line are bold.
constexpr std::string_view kTopics =
#include "tools/commands/check/topics.txt.inc"
    ;

// Returns the text of a topic, or nothing.
std::optional<std::string_view> topic_text(std::string_view name) {
  const std::string heading = fmt::format("== {}\n", name);
  const std::size_t start = kTopics.find(heading);
  if (start == kTopics.npos) return std::nullopt;
  const std::string_view text = kTopics.substr(start + heading.size());
  const std::size_t end = text.find("\n== ");
  return end == text.npos ? text : text.substr(0, end + 1);
}

void print_topic(std::string_view text, Console& console) {
  const Palette& colors = console.colors_output() ? kColors : kNoColors;
  for (std::string_view line; !text.empty(); text.remove_prefix(line.size())) {
    line = text.substr(0, text.find('\n') + 1);
    const std::size_t end = line.starts_with('*') ? line.find('*', 1) : line.npos;
    if (end == line.npos) {
      console.print("{}", line);
    } else {
      console.print("{}{}{}{}", colors.strong, line.substr(1, end - 1), colors.reset,
                    line.substr(end + 1));
    }
  }
}

constexpr AnswerFormat kFormats[] = {AnswerFormat::Text, AnswerFormat::Json,
                                     AnswerFormat::Markdown};

struct ExplainCommandOptions {
  std::vector<std::string> words;
  AnswerFormat format = AnswerFormat::Text;
};

using Entries = std::vector<const CatalogueEntry*>;

// Returns the id of a printed finding, such as "pinned" for "error[pinned]". Returns other words
// unchanged.
std::string bare(const std::string& word) {
  const std::size_t open = word.find('[');
  if (open == std::string::npos || !word.ends_with(']')) return word;
  return word.substr(open + 1, word.size() - open - 2);
}

// Returns the diagnostics that the words name, in order. A group is replaced by its ids.
Result<Entries> entries_named(const std::vector<std::string>& words) {
  Entries entries;
  for (const std::string& word : words) {
    const auto codes = parse_codes(word);
    if (!codes) return Error{codes.error()};
    for (const CatalogueEntry& entry : catalogue()) {
      if ((*codes)[index_of(entry.code)]) entries.push_back(&entry);
    }
  }
  return entries;
}

// The standard and the number in a reference such as "Laws 9.6.2". Without a standard, the number
// may belong to any of them.
struct Article {
  std::string_view standard;
  std::string_view number;
};

std::optional<Article> parse_article(std::string_view word) {
  const std::size_t space = word.rfind(' ');
  const bool has_standard = space != word.npos;
  const std::string_view number = has_standard ? word.substr(space + 1) : word;
  if (number.empty() || !is_digit(number.front())) return {};
  if (number.find_first_not_of("0123456789.") != number.npos) return {};
  return Article{has_standard ? word.substr(0, space) : std::string_view(), number};
}

// Returns whether the diagnostic refers to the article or to a sub-article: 9.6 contains 9.6.2.
bool is_about(const CatalogueEntry& entry, const Article& article) {
  const auto reference = parse_article(entry.reference);
  if (!reference || !reference->number.starts_with(article.number)) return false;
  const std::string_view rest = reference->number.substr(article.number.size());
  const bool is_standard = article.standard.empty() || article.standard == "Article" ||
                           article.standard == reference->standard;
  return is_standard && (rest.empty() || rest.front() == '.');
}

Result<Entries> entries_about(const std::string& word, const Article& article) {
  Entries entries;
  for (const CatalogueEntry& entry : catalogue()) {
    if (is_about(entry, article)) entries.push_back(&entry);
  }
  if (entries.empty()) return Error{fmt::format("no diagnostic cites article {}", word)};
  return entries;
}

bool names_groups_only(const std::vector<std::string>& words) {
  return std::ranges::none_of(words,
                              [](const std::string& word) { return parse_code(word).has_value(); });
}

// Returns the severity and its condition, such as "warning, only with --strict".
std::string severity_text(const CatalogueEntry& entry) {
  std::string text(to_string(entry.severity));
  if (entry.severity == Severity::Style) text += ", only with --strict";
  if (entry.severity == Severity::Fatal) text += "; the rest of the game is not replayed";
  if (entry.severity == Severity::Note) text += ", shown with --notes";
  if (entry.once_per_file) text += "; reported once per file";
  return text;
}

void print_list(const Entries& entries, Console& console) {
  using Entry = CatalogueEntry;
  const RecordKind<Entry> kind{
      "",
      {{{.heading = "Group", .importance = 1}, [](auto& entry) { return to_string(entry.group); }},
       {{.heading = "Finding"}, [](auto& entry) { return entry.id; }},
       {{.heading = "Severity", .importance = 3},
        [](auto& entry) {
          const bool is_style = entry.severity == Severity::Style;
          return Cell{std::string(is_style ? "strict" : to_string(entry.severity)),
                      style_of(entry.severity)};
        }},
       {{.heading = "Meaning", .importance = 2, .min_width = 20},
        [](auto& entry) { return entry.meaning; }}}};
  RecordTable<Entry> list(AnswerFormat::Text, kind, console);
  for (const Entry* entry : entries) list.add(*entry);
  list.finish();
  console.print("\nRun `arbiter explain ID` for details of one of them.\n");
}

struct TieBreakRow {
  std::string name;  // includes its modifiers
  TieBreak tie_break;
};

Result<ExitCode> print_tie_breaks(AnswerFormat format, Console& console) {
  std::vector<TieBreakRow> rows;
  const std::vector<std::string> names = tie_break_names();
  for (const TieBreak& one : all_tie_breaks()) rows.push_back({names[rows.size()], one});
  const auto meaning = [](auto& row) { return Value::of(meaning_of(row.tie_break)); };
  const RecordKind<TieBreakRow> kind{
      "tie_break",
      {{{.heading = "Tie-break"}, "name", [](auto& row) { return Value::of(row.name); }},
       {{.heading = "Of", .importance = 3},
        "of",
        [](auto& row) {
          return Value::of(is_team_tie_break(row.tie_break) ? "teams" : "players and teams");
        }},
       {{.heading = "In words", .importance = 1},
        "words",
        [](auto& row) { return Value::of(name_in_words(row.tie_break)); }},
       {{.heading = "Meaning", .importance = 2, .min_width = 20}, "meaning", meaning}}};
  print_records(format, kind, rows, console);
  return ExitCode::Clean;
}

void print_indented(std::string_view text, Console& console) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    console.print("{}{}\n", line.empty() ? "" : "    ", line);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
}

void print_text(const CatalogueEntry& entry, const Palette& colors, Console& console) {
  console.print("{}{}{}: {}\n", colors.strong, entry.id, colors.reset, entry.meaning);
  console.print("{}{}{} (group {}{}{})\n\n", colors.of(entry.severity), severity_text(entry),
                colors.reset, to_string(entry.group), entry.reference.empty() ? "" : "; ",
                entry.reference);
  console.print("{}\n", trim(entry.explanation));
  if (entry.example.empty()) return;
  console.print("\n{}Example{}\n\n", colors.strong, colors.reset);
  print_indented(trim(entry.example), console);
}

void print_json(const CatalogueEntry& entry, Console& console) {
  JsonLine line;
  line.add("id", entry.id).add("severity", to_string(entry.severity));
  line.add("strict", entry.severity == Severity::Style);
  line.add("fatal", entry.severity == Severity::Fatal);
  line.add("once_per_file", entry.once_per_file).add("group", to_string(entry.group));
  line.add_or_null("article", entry.reference).add("meaning", entry.meaning);
  line.add("explanation", trim(entry.explanation)).add("example", trim(entry.example));
  console.print(line.finish());
}

void print_markdown(const CatalogueEntry& entry, Console& console) {
  console.print("## {}\n\n{}.\n\n*{}; group {}{}{}*\n\n{}\n\n", entry.id, entry.meaning,
                severity_text(entry), to_string(entry.group), entry.reference.empty() ? "" : "; ",
                entry.reference, trim(entry.explanation));
  if (!entry.example.empty()) console.print("```\n{}\n```\n\n", trim(entry.example));
}

// Prints how a search evaluates the pattern, and which games the indexes exclude.
Result<ExitCode> print_pattern(const std::string& text, Console& console) {
  const auto pattern = read_pattern(text);
  if (!pattern) return Error{pattern.error()};
  for (const std::string& sentence : sentences_of(PatternPlan(*pattern))) {
    console.print("- {}\n", sentence);
  }
  for (const auto& [name, meaning] : pattern_themes()) {
    const std::string theme = to_small(name);
    if (theme.starts_with(text + ' ')) console.print("- '{}' is a theme: {}\n", theme, meaning);
  }
  return ExitCode::Clean;
}

Result<ExitCode> run(const ExplainCommandOptions& options, Console& console) {
  std::vector<std::string> words = options.words;
  const bool is_about_patterns = !words.empty() && is_listed(words.front(), "pattern|patterns");
  if (is_about_patterns) {
    words.front() = "pattern";
  } else {
    std::ranges::transform(words, words.begin(), bare);
  }
  const std::string text = fmt::format("{}", fmt::join(words, " "));
  if (text == "themes") words = {"pattern", "themes"};
  const std::string name = fmt::format("{}", fmt::join(words, " "));
  if (const auto topic = topic_text(name)) {
    if (options.format != AnswerFormat::Text) {
      return Error{fmt::format("'{}' is available as text only", text)};
    }
    print_topic(*topic, console);
    if (name == "pattern themes") console.print("{}", pattern_theme_list());
    return ExitCode::Clean;
  }
  if (is_about_patterns)
    return print_pattern(fmt::format("{}", fmt::join(words | std::views::drop(1), " ")), console);
  if (text == "tie-breaks") return print_tie_breaks(options.format, console);
  const auto article = parse_article(text);
  const auto entries = article
                           ? entries_about(text, *article)
                           : entries_named(words.empty() ? std::vector<std::string>{"all"} : words);
  if (!entries) return Error{entries.error()};
  const Palette& colors = console.colors_output() ? kColors : kNoColors;
  const bool is_list = article ? entries->size() > 1 : names_groups_only(words);
  if (options.format == AnswerFormat::Text && is_list) {
    print_list(*entries, console);
    return ExitCode::Clean;
  }
  for (const CatalogueEntry* entry : *entries) {
    if (options.format == AnswerFormat::Json) print_json(*entry, console);
    if (options.format == AnswerFormat::Markdown) print_markdown(*entry, console);
    if (options.format != AnswerFormat::Text) continue;
    if (entry != entries->front()) console.print("\n");
    print_text(*entry, colors, console);
  }
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_explain(CommandLine& app) {
  const auto options = std::make_shared<ExplainCommandOptions>();
  add_text(app, "ID...", options->words,
           "A diagnostic, such as pinned or 'error[pinned]', a group of them, or errors, warnings, "
           "notes or style; an article, such as 9.6.2 or 'PGN 8.2'; 'pattern' for the language of "
           "--pattern; articles, ci, config, exit-status, formats, names or tie-breaks; without "
           "one, list all");
  add_format(app, options->format, kFormats);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
