#include "tests/source/prose.h"

#include <algorithm>
#include <filesystem>

#include "tests/source/source_files.h"

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;

class SourceReader {
 public:
  SourceReader(std::string_view path, std::string_view source) : path_(path), source_(source) {
    while (at_ < source_.size()) step();
  }

  std::vector<Prose> literals;
  std::vector<Prose> comments;

 private:
  void step() {
    if (starts("//")) {
      read_comment();
    } else if (starts("R\"")) {
      read_raw();
    } else if (source_[at_] == '"') {
      read_plain();
    } else if (source_[at_] == '\'' && !is_digit_separator()) {
      skip_character();
    } else {
      joins_ = joins_ && std::string_view(" \t\n\r").find(source_[at_]) != std::string_view::npos;
      ++at_;
    }
  }

  bool starts(std::string_view text) const { return source_.substr(at_, text.size()) == text; }

  bool is_digit_separator() const {
    return at_ > 0 && std::isalnum(static_cast<unsigned char>(source_[at_ - 1]));
  }

  void skip_character() {
    for (++at_; at_ < source_.size() && source_[at_] != '\''; ++at_) at_ += source_[at_] == '\\';
    ++at_;
    joins_ = false;
  }

  void read_comment() {
    const std::size_t end = std::min(source_.find('\n', at_), source_.size());
    const std::size_t line_start = source_.rfind('\n', at_) + 1;
    const bool has_line_of_its_own =
        source_.substr(line_start, at_ - line_start).find_first_not_of(' ') == source_.npos;
    const std::size_t line = line_of(at_);
    const std::string text(source_.substr(at_ + 2, end - at_ - 2));
    if (has_line_of_its_own && line == continued_line_) {
      comments.back().text += "\n" + text;
    } else {
      comments.push_back({path_, text, line});
    }
    continued_line_ = has_line_of_its_own ? line + 1 : 0;
    at_ = end;
  }

  std::size_t line_of(std::size_t at) const {
    const auto end = source_.begin() + static_cast<std::ptrdiff_t>(at);
    return 1 + static_cast<std::size_t>(std::count(source_.begin(), end, '\n'));
  }

  void read_raw() {
    const std::size_t open = source_.find('(', at_);
    const std::string end = ")" + std::string(source_.substr(at_ + 2, open - at_ - 2)) + "\"";
    const std::size_t close = std::min(source_.find(end, open), source_.size());
    add(std::string(source_.substr(open + 1, close - open - 1)), at_);
    at_ = close + end.size();
  }

  void read_plain() {
    std::string text;
    const std::size_t start = at_++;
    for (; at_ < source_.size() && source_[at_] != '"'; ++at_) {
      if (source_[at_] == '\\' && ++at_ < source_.size() && source_[at_] == 'n') {
        text += '\n';
      } else {
        text += source_[at_];
      }
    }
    ++at_;
    add(std::move(text), start);
  }

  void add(std::string text, std::size_t start) {
    if (joins_) {
      literals.back().text += text;
    } else {
      literals.push_back({path_, std::move(text), line_of(start)});
    }
    joins_ = true;
  }

  std::string path_;
  std::string_view source_;
  std::size_t at_ = 0;
  bool joins_ = false;              // true if only white space follows the last literal
  std::size_t continued_line_ = 0;  // line on which a comment continues the last one
};

Prose page(const std::string& path) { return {path, read_file(path)}; }

}  // namespace

std::vector<Prose> literals_of(std::string_view path, std::string_view source) {
  return SourceReader(path, source).literals;
}

std::vector<Prose> comments_of(std::string_view path, std::string_view source) {
  return SourceReader(path, source).comments;
}

std::vector<Prose> all_prose() {
  std::vector<Prose> all = {page("README.md"), page("lib/README.md"), page("db/README.md")};
  for (const auto& entry : fs::recursive_directory_iterator("tools/docs")) {
    if (entry.path().extension() == ".md") all.push_back(page(entry.path().string()));
  }
  std::ranges::sort(all, {}, &Prose::path);
  for (const SourceFile& file : source_files()) {
    const auto literals = literals_of(file.path, file.text);
    all.insert(all.end(), literals.begin(), literals.end());
  }
  return all;
}

}  // namespace arbiter::testing
