// The exit statuses of the commands that read games, for each file of testdata/.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <string>

#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

namespace {

namespace fs = std::filesystem;

// The statuses of a file, each 0 or 1.
struct Statuses {
  int validate, fmt, filter, import, repair;
};

Statuses statuses_of(const std::string& path) {
  const std::string database = (scratch_folder() / "one.db").string();
  fs::remove(database);
  const auto status = [&](std::vector<std::string> arguments) {
    return run_arbiter(std::move(arguments)).status;
  };
  return {.validate = status({"validate", "-q", path}),
          .fmt = status({"fmt", "-q", path}),
          .filter = status({"filter", "-q", path}),
          .import = status({"import", "-q", database, path}),
          .repair = status({"repair", "-q", path})};
}

// Returns the rule that the statuses violate, or an empty string.
std::string contradiction(const Statuses& of) {
  if (of.filter != of.import) return "filter and import write the same games";
  if (of.fmt > of.filter) return "what fmt cannot read, filter cannot read";
  if (of.fmt > of.validate) return "validate reports what fmt cannot read";
  if (of.repair > of.validate) return "validate reports what repair would change";
  return "";
}

// The files that violate a rule, and the rule.
const std::map<std::string, std::string> kExceptions = {
    // Kings on centre squares are not moves: fmt keeps them as text, validate reports them.
    {"kings-to-centre.pgn", "validate reports what fmt cannot read"},
    {"kings-vs-result.near.pgn", "validate reports what fmt cannot read"},
};

}  // namespace

TEST_CASE("validate, fmt, filter, import and repair agree on the status of every file") {
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(testdata(""))) {
    if (entry.path().extension() != ".pgn") continue;
    if (entry.path().filename() == "binary-file.pgn") continue;  // not PGN: status 2
    ++files;
    const Statuses of = statuses_of(entry.path().string());
    CAPTURE(entry.path(), of.validate, of.fmt, of.filter, of.import, of.repair);
    const auto exception = kExceptions.find(entry.path().filename().string());
    CHECK(contradiction(of) == (exception == kExceptions.end() ? "" : exception->second));
  }
  CHECK(files > 500);
}
