// Checks that links between pages of the repository lead to existing files and headings.
#include <catch2/catch.hpp>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/source/source_files.h"

using namespace arbiter::testing;

namespace {

namespace fs = std::filesystem;

std::vector<std::string> pages() {
  std::vector<std::string> pages = {"README.md", "db/README.md", "lib/README.md",
                                    "tests/README.md"};
  for (const auto& entry : fs::recursive_directory_iterator("tools/docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path().string());
  }
  return pages;
}

// Returns the page without code blocks.
std::string without_blocks(const std::string& page) {
  std::istringstream lines(page);
  std::string text;
  bool is_code = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_fence = line.starts_with("```");
    if (is_fence) is_code = !is_code;
    if (!is_code && !is_fence) text += line + "\n";
  }
  return text;
}

// Returns the page without code blocks and `code`.
std::string prose_of(const std::string& page) {
  static const std::regex code("`[^`\n]*`");
  return std::regex_replace(without_blocks(page), code, "X");
}

// Returns the anchor of a heading: #known-findings for "Known findings".
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '_') {
      anchor += static_cast<char>(std::tolower(byte));
    } else if (c == ' ' || c == '-') {
      anchor += '-';
    }
  }
  return anchor;
}

std::set<std::string> anchors_of(const std::string& page) {
  static const std::regex heading("(?:^|\n)#+ ([^\n]*)");
  const std::string text = without_blocks(page);
  std::set<std::string> anchors;
  for (std::sregex_iterator at(text.begin(), text.end(), heading), end; at != end; ++at) {
    anchors.insert(anchor_of((*at)[1]));
  }
  return anchors;
}

}  // namespace

TEST_CASE("links between pages lead to files and headings that exist", "[source]") {
  static const std::regex link(R"(\]\(([^)\s#]*)(?:#([^)\s]*))?\))");
  std::size_t links = 0;
  for (const std::string& page : pages()) {
    const std::string text = prose_of(read_file(page));
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      const std::string target = (*at)[1];
      const std::string anchor = (*at)[2];
      if (target.find("://") != std::string::npos) continue;
      const fs::path path =
          target.empty() ? fs::path(page) : (fs::path(page).parent_path() / target);
      const std::string file = path.lexically_normal().string();
      CAPTURE(page, target, anchor);
      CHECK(fs::exists(file));
      if (!anchor.empty()) CHECK(anchors_of(read_file(file)).contains(anchor));
      ++links;
    }
  }
  CHECK(links > 300);
}

TEST_CASE("the README is short, and links to every guide", "[source]") {
  const std::string readme = read_file("README.md");
  CHECK(readme.size() <= 6000);
  std::size_t guides = 0;
  for (const auto& entry : fs::directory_iterator("tools/docs/guides")) {
    CAPTURE(entry.path());
    CHECK(readme.find("(" + entry.path().string()) != std::string::npos);
    ++guides;
  }
  CHECK(guides >= 9);
}
