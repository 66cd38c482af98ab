#include "tools/cli/man_pages.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/base/version.h"
#include "tools/cli/help.h"

namespace arbiter {
namespace {

constexpr std::string_view kExitStatus =
    ".SH EXIT STATUS\n"
    ".TP\n0\nSuccess.\n"
    ".TP\n1\nFindings at or above \\fB\\-\\-fail\\-on\\fR.\n"
    ".TP\n2\nThe command could not run.\n";

// Returns `text` with the characters escaped that troff would interpret.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '~':
        result += "\\(ti";
        break;
      default:
        result += c;
    }
  }
  return result;
}

// Returns a line of escaped text, with protection of a period that would begin a macro.
std::string line_of(std::string escaped) {
  return escaped.starts_with('.') ? "\\&" + std::move(escaped) : std::move(escaped);
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }

// Returns the text of a link: "arbiter-find(1)" for the page of a command, otherwise its words.
std::string link_text(std::string_view text, std::string_view target) {
  const bool is_page = target.ends_with(".md") && target.substr(0, target.size() - 3) == text;
  return is_page ? bold(fmt::format("arbiter-{}", text)) + "(1)" : escaped(text);
}

// Converts code, emphasis and links of a Markdown paragraph.
std::string inline_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t next = std::min(text.find_first_of("`*["), text.size());
    result += escaped(text.substr(0, next));
    text.remove_prefix(next);
    if (text.empty()) break;
    const std::string_view mark = text.starts_with("**") ? text.substr(0, 2) : text.substr(0, 1);
    const bool is_link = mark == "[";
    const std::string_view closing = is_link ? "](" : mark;
    const std::size_t end = text.find(closing, mark.size());
    const std::size_t close = is_link && end != text.npos ? text.find(')', end) : end;
    if (close == text.npos) {
      result += escaped(mark);
      text.remove_prefix(mark.size());
      continue;
    }
    const std::string_view inner = text.substr(mark.size(), end - mark.size());
    result += is_link ? link_text(inner, text.substr(end + 2, close - end - 2)) : bold(inner);
    text.remove_prefix(is_link ? close + 1 : close + closing.size());
  }
  return line_of(std::move(result));
}

// Returns the cells of a table row, trimmed; `\|` is a character of a cell.
std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells(1);
  row.remove_prefix(1);
  if (row.ends_with('|')) row.remove_suffix(1);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == '|') {
      cells.emplace_back();
    } else {
      if (row.substr(i).starts_with("\\|")) ++i;
      cells.back() += row[i];
    }
  }
  for (std::string& cell : cells) cell = trim(cell);
  return cells;
}

// Converts the Markdown of a page, except its title, its options and its help.
class PageConverter {
 public:
  std::string convert(std::string_view page) {
    while (!page.empty()) {
      const std::size_t end = std::min(page.find('\n'), page.size());
      add_line(page.substr(0, end));
      page.remove_prefix(std::min(end + 1, page.size()));
    }
    end_paragraph();
    return std::move(text_);
  }

 private:
  void add_line(std::string_view line) {
    if (line.starts_with("```")) return toggle_example();
    if (is_example_) return add_example_line(line);
    if (line.starts_with("#")) return add_heading(line);
    if (is_skipped_) return;
    if (line.starts_with("|")) return add_row(line);
    head_.clear();
    if (line.empty()) return end_paragraph();
    const std::string_view words = trim(line);
    if (words.starts_with("- ")) return begin_item("\\(bu", words.substr(2));
    const std::size_t digits = words.find_first_not_of("0123456789");
    if (digits != 0 && digits != words.npos && words.substr(digits).starts_with(". ")) {
      return begin_item(words.substr(0, digits + 1), words.substr(digits + 2));
    }
    paragraph_ += paragraph_.empty() ? "" : " ";
    paragraph_ += words;
  }

  void begin_item(std::string_view mark, std::string_view words) {
    end_paragraph();
    begin_ = fmt::format(".IP {} 3\n", mark);
    paragraph_ = words;
  }

  // Writes the paragraph read so far, if there is one.
  void end_paragraph() {
    if (paragraph_.empty()) return;
    text_ += begin_ + inline_text(paragraph_) + "\n";
    paragraph_.clear();
    begin_ = ".PP\n";
  }

  void toggle_example() {
    end_paragraph();
    is_example_ = !is_example_;
    if (!is_skipped_) text_ += is_example_ ? begin_ + ".nf\n.RS 2\n" : ".RE\n.fi\n";
    begin_ = ".PP\n";
  }

  void add_example_line(std::string_view line) {
    if (!is_skipped_) text_ += line.empty() ? "\\&\n" : line_of(escaped(line)) + "\n";
  }

  void add_heading(std::string_view line) {
    end_paragraph();
    const std::string_view words = trim(line.substr(line.find_first_not_of('#')));
    if (line.starts_with("# ")) return;
    is_skipped_ = words == "Help" || words == "Options";
    if (!is_skipped_) text_ += ".SS " + inline_text(words) + "\n";
    begin_.clear();
  }

  // Each row becomes a tagged paragraph: its first cell, then the others with their headings.
  void add_row(std::string_view line) {
    end_paragraph();
    const std::vector<std::string> cells = cells_of(line);
    if (head_.empty()) {
      head_ = cells;
      return;
    }
    if (cells.front().find_first_not_of(":-") == std::string::npos) return;
    std::vector<std::string> parts;
    for (std::size_t i = 1; i < cells.size(); ++i) {
      if (cells[i].empty()) continue;
      const bool has_heading = cells.size() > 2 && i < head_.size() && !head_[i].empty();
      parts.push_back(has_heading ? fmt::format("{}: {}", head_[i], cells[i]) : cells[i]);
    }
    begin_ = ".PP\n";
    text_ +=
        fmt::format(".TP\n{}\n{}\n", inline_text(cells.front()),
                    parts.empty() ? "\\&" : inline_text(fmt::format("{}", fmt::join(parts, "; "))));
  }

  std::string text_;
  std::string paragraph_;
  std::string begin_;  // the macro before the next paragraph; none after a heading
  std::vector<std::string> head_;
  bool is_example_ = false;
  bool is_skipped_ = false;
};

std::string page_head(std::string_view name, std::string_view meaning) {
  std::string title(name);
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
  return fmt::format(
      ".TH {} 1 \"\" \"Arbiter {}\" \"Arbiter\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
      escaped(title), kVersion, escaped(name), escaped(meaning));
}

std::string option_paragraph(const Option& option) {
  std::string names = bold(written_names(option));
  if (option.takes_value() && !option.is_positional()) {
    names += " \\fI" + escaped(option.type_name()) + "\\fR";
  }
  return fmt::format(".TP\n{}\n{}\n", names, line_of(escaped(option.description())));
}

}  // namespace

std::string program_man_page(std::span<const Command> commands) {
  std::string text = page_head("arbiter", "check chess games in PGN against the Laws of Chess");
  text += "\\fBarbiter\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] ...\n.SH COMMANDS\n";
  std::string_view group;
  for (const Command& command : commands) {
    if (std::exchange(group, command.group) != command.group)
      text += fmt::format(".SS {}\n", group);
    text +=
        fmt::format(".TP\n\\fBarbiter\\-{}\\fR(1)\n{}\n", command.name, escaped(command.meaning));
  }
  text += kExitStatus;
  return text;
}

std::string command_man_page(const BoundCommand& command, std::string_view page) {
  const std::string name = fmt::format("arbiter-{}", command.command.name);
  std::string text = page_head(name, command.command.meaning);
  text += fmt::format("\\fBarbiter {}\\fR [\\fIOPTIONS\\fR]", command.command.name);
  std::string arguments;
  std::vector<std::string> groups;
  for (const auto& option : command.line.options()) {
    if (option->is_positional()) {
      text += fmt::format(" [\\fI{}\\fR]", escaped(written_names(*option)));
      arguments += option_paragraph(*option);
    } else if (option->is_listed() && std::ranges::find(groups, option->group()) == groups.end()) {
      groups.push_back(option->group());
    }
  }
  text += "\n.SH DESCRIPTION\n" + PageConverter().convert(page);
  text += ".SH OPTIONS\n" + arguments;
  for (const std::string& group : groups) {
    text += fmt::format(".SS {}\n", escaped(group));
    for (const auto& option : command.line.options()) {
      if (!option->is_positional() && option->is_listed() && option->group() == group) {
        text += option_paragraph(*option);
      }
    }
  }
  text += kExitStatus;
  if (const std::string& footer = command.line.footer(); !footer.empty()) {
    text += ".SH NOTES\n.nf\n";
    for (std::string_view rest = footer; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      text += line_of(escaped(rest.substr(0, end))) + "\n";
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    text += ".fi\n";
  }
  return text + ".SH SEE ALSO\n\\fBarbiter\\fR(1)\n";
}

}  // namespace arbiter
