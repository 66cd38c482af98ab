// Functions with which tests parse pages of `arbiter report`.
#pragma once

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/support/testdata.h"
#include "tests/tools/workbench.h"

namespace arbiter::testing {

inline std::size_t count(const std::string& text, const std::string& what) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) {
    ++times;
  }
  return times;
}

// Returns the text between the first `begin` and the next `end`, or an empty string if either is
// missing.
inline std::string between(const std::string& text, const std::string& begin,
                           const std::string& end) {
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return "";
  const std::size_t from = at + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

// Returns the first markup error: an unclosed element, or an attribute that contains a quotation
// mark. Returns an empty string if there is none. Scripts and style sheets are not parsed.
inline std::string fault_of_markup(const std::string& html) {
  const std::set<std::string> alone = {"!DOCTYPE", "meta", "link", "input", "img"};
  std::vector<std::string> open;
  for (std::size_t at = 0; at < html.size(); ++at) {
    if (html[at] != '<') continue;
    const std::size_t end = html.find('>', at);
    if (end == std::string::npos) return "an open tag at the end";
    const std::string tag = html.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find(' '));
    if (count(tag, "\"") % 2 != 0) return "a quotation mark in <" + tag + ">";
    at = end;
    if (name.starts_with('/')) {
      if (open.empty() || open.back() != name.substr(1)) return "a stray <" + name + ">";
      open.pop_back();
    } else if (!tag.ends_with('/') && !alone.contains(name)) {
      open.push_back(name);
      if (name == "script" || name == "style") at = html.find("</" + name + ">", end) - 1;
    }
  }
  return open.empty() ? "" : "an open <" + open.back() + ">";
}

inline std::string page_of(const Workbench& bench, const std::string& arguments) {
  const ProgramRun run = bench.run("arbiter report -q " + arguments);
  CAPTURE(arguments);
  CHECK(run.status == 0);
  return run.output;
}

inline void bring(const Workbench& bench, const std::string& name) {
  bench.write(name, read_text((repository() / "testdata" / name).string()));
}

// Returns the cells of the n-th table with this caption, row by row.
inline std::vector<std::vector<std::string>> table(const std::string& page,
                                                   const std::string& caption) {
  std::vector<std::vector<std::string>> rows;
  const std::string text = between(page, "<caption>" + caption + "</caption>", "</table>");
  for (std::size_t at = 0; (at = text.find("<tr>", at)) != std::string::npos; ++at) {
    std::vector<std::string>& row = rows.emplace_back();
    const std::string line = text.substr(at, text.find("</tr>", at) - at);
    for (std::size_t cell = 4; (cell = line.find("<t", cell)) != std::string::npos; ++cell) {
      const std::size_t begin = line.find('>', cell) + 1;
      std::string content = line.substr(begin, line.find("</t", begin) - begin);
      for (std::size_t tag; (tag = content.find('<')) != std::string::npos;) {
        content.erase(tag, content.find('>', tag) - tag + 1);
      }
      row.push_back(content);
    }
  }
  return rows;
}

}  // namespace arbiter::testing
