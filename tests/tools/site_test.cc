// Tests the documentation as a site: every page is built, and every link leads to a page and
// heading.
#include <catch2/catch.hpp>
#include <filesystem>
#include <regex>
#include <string>

#include "lib/diagnostics/catalogue.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tools/commands/commands.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;

std::string script(const std::string& name) {
  return "/usr/bin/python3 '" + (fs::absolute(repository()) / "tools/docs/site" / name).string() +
         "' \"$(command -v arbiter)\"";
}

// Builds the site, and returns its folder.
fs::path make_site() {
  fs::path folder = scratch_folder() / "site";
  fs::remove_all(folder);
  const ProgramRun run = run_shell(script("make_site.py") + " '" + folder.string() + "'");
  CAPTURE(run.output);
  REQUIRE(run.status == 0);
  return folder;
}

// Returns whether the page has an element with this id.
bool has_id(const fs::path& page, const std::string& id) {
  return read_text(page.string()).find("id=\"" + id + "\"") != std::string::npos;
}

}  // namespace

TEST_CASE("the site has a page for each command and diagnostic, and no dead link") {
  if (run_shell("/usr/bin/python3 -c 'import markdown'").status != 0)
    SKIP_TEST("python3-markdown is not installed (tools/site installs it)");
  const fs::path site = make_site();
  const std::string list = read_text((site / "commands.html").string());
  for (const Command& command : commands()) {
    const std::string page = std::string(command.name) + ".html";
    CHECK_THAT(list, Contains("href=\"" + page + "\""));
    CHECK(fs::exists(site / page));
  }
  for (const CatalogueEntry& entry : catalogue()) {
    const fs::path page = site / "diagnostics" / (std::string(entry.id) + ".html");
    CAPTURE(page);
    REQUIRE(fs::exists(page));
    CHECK(has_id(page, "why"));
    CHECK(has_id(page, "example"));
  }

  static const std::regex link("<[a-z][^<>]*(?:href|src)=\"([^\"#]*)(?:#([^\"]*))?\"");
  std::size_t links = 0;
  for (const auto& entry : fs::recursive_directory_iterator(site)) {
    if (entry.path().extension() != ".html") continue;
    const std::string text = read_text(entry.path().string());
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      const std::string target = (*at)[1];
      const std::string anchor = (*at)[2];
      if (target.find("://") != std::string::npos) continue;
      const fs::path path = target.empty() ? entry.path() : entry.path().parent_path() / target;
      ++links;
      if (fs::exists(path) && (anchor.empty() || has_id(path, anchor))) continue;
      FAIL_CHECK("dead link in " << entry.path() << ": " << (*at)[0]);
    }
  }
  CHECK(links > 10'000);
}

TEST_CASE("the picture of a terminal shows the current output") {
  const std::string picture =
      read_text((repository() / "tools/docs/pictures/terminal.svg").string());
  INFO("tools/docs/pictures/make draws it again");
  CHECK(run_shell(script("draw_terminal.py")).output == picture);
}
