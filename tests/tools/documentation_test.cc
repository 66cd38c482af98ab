// Compares the output shown in the README and in the pages of the commands with the program's
// output.
//
// "How to change it" in tools/docs/contributing.md shows how to write changed output into the
// pages.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/console_blocks.h"
#include "tests/tools/run_program.h"
#include "tools/cli/command.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/shape_options.h"
#include "tools/commands/commands.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;

std::string page_of(const Command& command) {
  return "tools/docs/" + std::string(command.name) + ".md";
}

// The guide to clusters needs servers, so it is tested in tests/cluster.
std::vector<std::string> pages() {
  std::vector<std::string> pages = {"README.md"};
  for (const std::string folder : {"tools/docs/", "tools/docs/guides/"}) {
    for (const fs::directory_entry& page : fs::directory_iterator(repository() / folder)) {
      if (page.path().extension() != ".md" || page.path().stem() == "clickhouse") continue;
      pages.push_back(folder + page.path().filename().string());
    }
  }
  return pages;
}

// Returns the folder for the commands of a page: next to testdata, and writable, so that a page can
// create a database.
std::string folder_of(const std::string& page) {
  const fs::path folder = scratch_folder() / fs::path(page).stem();
  fs::remove_all(folder);
  fs::create_directories(folder);
  fs::create_directory_symlink(fs::absolute(repository() / "testdata"), folder / "testdata");
  return folder.string();
}

// Returns the output with plain line ends, as on a page.
std::string output_of(const std::string& command, const std::string& folder) {
  std::string output = run_shell("cd '" + folder + "'; " + command).output;
  std::erase(output, '\r');
  return output;
}

// Returns the page with the current output of its commands.
std::string rewritten(const std::vector<std::string>& lines, const std::string& folder) {
  std::string text;
  std::size_t next = 0;
  for (const ConsoleBlock& block : console_blocks(lines)) {
    for (; next < block.first_line; ++next) text += lines[next] + "\n";
    for (const ConsoleStep& step : block.steps) {
      const std::string output = output_of(step.command, folder);
      text += as_shown(step) +
              (matches(step.output, output) ? step.output : updated_output(step.output, output));
    }
    next = block.end_line;
  }
  for (; next < lines.size(); ++next) text += lines[next] + "\n";
  return text;
}

}  // namespace

TEST_CASE("the commands in the documentation print the output shown") {
  std::size_t commands_run = 0;
  for (const std::string& page : pages()) {
    const std::string folder = folder_of(page);
    for (const ConsoleBlock& block :
         console_blocks(lines_of(read_text((repository() / page).string())))) {
      for (const ConsoleStep& step : block.steps) {
        INFO("if this change is meant, see \"How to change it\" in tools/docs/contributing.md");
        CAPTURE(page, block.first_line, step.command, step.output);
        const std::string output = output_of(step.command, folder);
        CAPTURE(output);
        CHECK(matches(step.output, output));
        ++commands_run;
      }
    }
  }
  CHECK(commands_run > 20);
}

TEST_CASE("the page of a command shows its help and names every option") {
  for (const Command& command : commands()) {
    const std::string page = read_text((repository() / page_of(command)).string());
    CAPTURE(command.name);
    CHECK_THAT(page, Contains("$ arbiter " + std::string(command.name) + " --help\n"));
    const BoundCommand bound = bind_command(command);
    for (const auto& option : bound.line.options()) {
      if (option->asks_for_help() || !option->is_listed()) continue;
      if (option->group() == kCommonGroup) continue;  // documented in help.md
      // Filters are documented once, and so are the parts of a written game.
      if (command.name != "find" && option->group() == kFilterGroup) {
        CHECK_THAT(page, Contains("ilters of [find](find.md)"));
        continue;
      }
      if (command.name != "filter" && option->group() == kShapeGroup) {
        CHECK_THAT(page, Contains("[filter](filter.md#contents-of-each-game)"));
        continue;
      }
      for (std::string name : option->names()) {
        name = name.substr(0, name.find("..."));  // FILE... is `FILE` on the page
        CAPTURE(name);
        // either `-j, --jobs N` or `-j`, `--jobs`
        const bool is_named = page.find("`" + name) != std::string::npos ||
                              page.find(", " + name + " ") != std::string::npos ||
                              page.find(", " + name + "`") != std::string::npos;
        CHECK(is_named);
      }
    }
  }
}

TEST_CASE("the list of commands links to the page of every command") {
  const std::string list = read_text((repository() / "tools/docs/commands.md").string());
  for (const Command& command : commands())
    CHECK_THAT(list, Contains("(" + std::string(command.name) + ".md)"));
}

TEST_CASE("an ellipsis in a page stands for any number of lines") {
  CHECK(matches("a\n...\nd\n", "a\nb\nc\nd\n"));
  CHECK(matches("a\n...\n", "a\n"));
  CHECK_FALSE(matches("a\n...\nd\n", "a\nb\n"));
  CHECK_FALSE(matches("a\n", "a\nb\n"));
  CHECK(updated_output("a\n...\nd\n", "A\nb\nc\nD\n") == "A\n...\nD\n");
  CHECK(matches("done in 23 ms, 4.50 million plies/s\n", "done in 1.5 s, 950 plies/s\n"));
}

TEST_CASE("pages are rewritten", "[.][rewrite]") {
  const char* folder = std::getenv("ARBITER_REWRITE_DOCS");
  REQUIRE(folder != nullptr);
  for (const std::string& page : pages()) {
    const std::string path = (fs::path(folder) / page).string();
    const std::string text = rewritten(lines_of(read_text(path)), folder_of(page));
    std::ofstream(path, std::ios::binary) << text;
  }
}
