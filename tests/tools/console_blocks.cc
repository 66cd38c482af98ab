#include "tests/tools/console_blocks.h"

#include <algorithm>
#include <regex>

#include "tests/support/namespaces.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

bool matches_lines(const std::vector<std::string>& shown, std::size_t i,
                   const std::vector<std::string>& output, std::size_t j) {
  for (; i < shown.size(); ++i, ++j) {
    if (shown[i] == "...") {
      for (std::size_t skip = j; skip <= output.size(); ++skip) {
        if (matches_lines(shown, i + 1, output, skip)) return true;
      }
      return false;
    }
    if (j == output.size() || shown[i] != output[j]) return false;
  }
  return j == output.size();
}

}  // namespace

std::vector<ConsoleBlock> console_blocks(const std::vector<std::string>& lines) {
  std::vector<ConsoleBlock> blocks;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != "```console") continue;
    ConsoleBlock block{.first_line = i + 1};
    for (++i; i < lines.size() && lines[i] != "```"; ++i) {
      if (lines[i].starts_with("$ ")) {
        block.steps.push_back({lines[i].substr(2), ""});
      } else if (lines[i].starts_with("> ") && !block.steps.empty() &&
                 block.steps.back().output.empty()) {
        block.steps.back().command += "\n" + lines[i].substr(2);
      } else if (!block.steps.empty()) {
        block.steps.back().output += lines[i] + "\n";
      }
    }
    block.end_line = i;
    blocks.push_back(block);
  }
  return blocks;
}

std::string as_shown(const ConsoleStep& step) {
  return "$ " + std::regex_replace(step.command, std::regex("\n"), "\n> ") + "\n";
}

std::string normalised(const std::string& output) {
  static const std::regex rate(
      R"([0-9.]+( thousand| million| billion)? (plies|positions|games)/s)");
  static const std::regex bytes(R"([0-9.]+ (bytes|kB|MB|GB)/s)");
  static const std::regex time(R"(\b[0-9]+(\.[0-9]+)? (ms|s)\b)");
  static const std::regex seconds(R"("seconds":[0-9.]+)");
  static const std::regex moment(R"(\b20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}\b)");
  std::string text = std::regex_replace(output, rate, "RATE");
  text = std::regex_replace(text, moment, "MOMENT");
  text = std::regex_replace(text, bytes, "RATE");
  text = std::regex_replace(text, time, "TIME");
  return std::regex_replace(text, seconds, "\"seconds\":TIME");
}

std::string updated_output(const std::string& shown, const std::string& output) {
  const std::vector<std::string> old_lines = lines_of(shown);
  const auto elision = std::find(old_lines.begin(), old_lines.end(), "...");
  if (elision == old_lines.end()) return output;
  const auto before = static_cast<std::size_t>(elision - old_lines.begin());
  const std::size_t after = old_lines.size() - before - 1;
  const std::vector<std::string> lines = lines_of(output);
  if (lines.size() <= before + after) return output;
  std::string text;
  for (std::size_t i = 0; i < before; ++i) text += lines[i] + "\n";
  text += "...\n";
  for (std::size_t i = lines.size() - after; i < lines.size(); ++i) text += lines[i] + "\n";
  return text;
}

bool matches(const std::string& shown, const std::string& output) {
  return matches_lines(lines_of(normalised(shown)), 0, lines_of(normalised(output)), 0);
}

}  // namespace arbiter::testing
