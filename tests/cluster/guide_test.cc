// The walk-through in the guide to clusters, line by line as on its page. Only its ports are
// replaced by free ones.
//
// ARBITER_REWRITE_DOCS=. writes the current output of the commands into the page.
#include <signal.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/cluster/loopback.h"
#include "tests/cluster/test_cluster.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/console_blocks.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPage = "tools/docs/clickhouse.md";
constexpr const char* kPorts = "81";  // ports on the page: 8121, 8122, 8131, ..., 8150

// Returns a prefix such as "217", if the ports 21721, 21722, 21731, ... are free.
std::string free_prefix() {
  for (int prefix = 100; prefix < 320; ++prefix) {
    bool is_free = true;
    for (const int end : {21, 22, 31, 32, 41, 42, 50}) {
      is_free = is_free && !connect_to(static_cast<std::uint16_t>(prefix * 100 + end));
    }
    if (is_free) return std::to_string(prefix);
  }
  throw std::runtime_error("no free ports");
}

std::string replaced(const std::string& text, const std::string& from, const std::string& to) {
  return std::regex_replace(text, std::regex("\\b" + from + "(?=[2-5][0-9$])"), to);
}

// A command with its output, or a script.
struct Step {
  std::size_t line = 0;  // line of the page where its block begins, from 0
  bool is_script = false;
  std::string text;
  std::string output = {};
};

Step script_at(const std::vector<std::string>& lines, std::size_t line) {
  Step step = {.line = line, .is_script = true, .text = ""};
  for (std::size_t i = line; lines[i] != "```"; ++i) step.text += lines[i] + "\n";
  return step;
}

std::vector<Step> steps_of(const std::vector<std::string>& lines) {
  std::vector<Step> steps;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] == "```sh") steps.push_back(script_at(lines, i + 1));
  }
  for (const ConsoleBlock& block : console_blocks(lines)) {
    for (const ConsoleStep& step : block.steps) {
      steps.push_back({block.first_line, false, step.command, step.output});
    }
  }
  std::ranges::stable_sort(steps, {}, &Step::line);
  return steps;
}

// A folder in which the guide is followed. Processes started by it end with it.
class Walk {
 public:
  Walk() : prefix_(free_prefix()) {
    fs::create_directory_symlink(fs::absolute(repository() / "testdata"), path("testdata"));
  }
  ~Walk() {
    for (const char* place : {"node1", "node2", "zookeeper"}) {
      std::ifstream file(path(std::string(place) + "/pid"));
      pid_t process = 0;
      if (file >> process) ::kill(process, SIGKILL);
    }
  }
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  // Runs bash lines as a reader would. The output is normalised like that of the page.
  std::string run(const std::string& lines) {
    // Bazel's PATH lacks the folder of clickhouse-server.
    const std::string script = "set -e; PATH+=:/usr/sbin; cd '" + path("") + "'; " + exported_;
    if (lines.starts_with("export ")) exported_ += lines + "\n";
    const ProgramRun run = run_shell(script + replaced(lines, kPorts, prefix_));
    status_ = run.status;
    return std::regex_replace(run.output, std::regex(prefix_ + "(?=[2-5][0-9])"), kPorts);
  }
  int status() const { return status_; }

 private:
  std::string path(const std::string& name) const { return folder_.path(name); }

  TemporaryFolder folder_;
  std::string prefix_;
  std::string exported_;
  int status_ = 0;
};

std::vector<std::string> page(const fs::path& folder) {
  return lines_of(read_text((folder / kPage).string()));
}

TEST_CASE("the walk-through with two nodes runs as it is written") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  Walk walk;
  std::size_t commands = 0;
  for (const Step& step : steps_of(page(repository()))) {
    const std::string output = walk.run(step.text);
    CAPTURE(step.line, step.text, output);
    if (step.is_script) {
      CHECK(walk.status() == 0);
      continue;
    }
    CHECK(matches(step.output, output));
    ++commands;
  }
  CHECK(commands > 8);
}

TEST_CASE("the walk-through is rewritten", "[.][rewrite]") {
  const char* folder = std::getenv("ARBITER_REWRITE_DOCS");
  REQUIRE(folder != nullptr);
  Walk walk;
  std::string text;
  for (const std::string& line : page(folder)) text += line + "\n";
  for (const Step& step : steps_of(page(folder))) {
    const std::string output = walk.run(step.text);
    if (step.is_script || matches(step.output, output)) continue;
    const std::string old = "$ " + step.text + "\n" + step.output;
    text.replace(text.find(old), old.size(),
                 "$ " + step.text + "\n" + updated_output(step.output, output));
  }
  std::ofstream(fs::path(folder) / kPage, std::ios::binary) << text;
}

}  // namespace
}  // namespace arbiter::testing
