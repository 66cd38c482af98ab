#include "tests/source/source_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

namespace arbiter::testing {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

namespace {

// Returns the strings of the first list in a .bzl file.
std::vector<std::string> first_list(const std::string& path) {
  const std::string text = read_file(path);
  const std::string list = text.substr(0, text.find("\n]"));
  const std::regex quoted("\n    \"([a-z_/]+)\",");
  std::vector<std::string> found;
  for (auto match = std::sregex_iterator(list.begin(), list.end(), quoted);
       match != std::sregex_iterator(); ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

}  // namespace

std::vector<std::string> layers() { return first_list("tools/build/library.bzl"); }

std::vector<std::string> test_folders() { return first_list("tests/tests.bzl"); }

std::vector<SourceFile> source_files(const std::vector<std::string>& folders) {
  std::vector<SourceFile> files;
  for (const std::string& folder : folders) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::string path = entry.path().string();
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cc" && extension != ".inc") continue;
      const std::string parent = entry.path().parent_path().string();
      const bool is_of_another =
          parent != folder && std::find(folders.begin(), folders.end(), parent) != folders.end();
      if (!is_of_another) files.push_back({path, folder, read_file(path)});
    }
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

std::string namespace_of(std::string_view folder) {
  if (folder.starts_with("db/sqlite")) return "arbiter::sqlite";
  if (folder.starts_with("db/clickhouse")) return "arbiter::clickhouse";
  return "arbiter";
}

std::string without_comments_and_strings(std::string_view text) {
  std::string kept(text);
  const auto blank = [&kept](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to && i < kept.size(); ++i) {
      if (kept[i] != '\n') kept[i] = ' ';
    }
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text.substr(i, 2) == "//") {
      end = std::min(text.find('\n', i), text.size());
      blank(i, end);
    } else if (text.substr(i, 3) == "R\"(") {
      end = std::min(text.find(")\"", i), text.size()) + 2;
      blank(i, end);
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !std::isalnum(text[i - 1])))) {
      while (end < text.size() && text[end] != text[i]) end += text[end] == '\\' ? 2 : 1;
      blank(i, ++end);
    }
    i = end;
  }
  return kept;
}

}  // namespace arbiter::testing
