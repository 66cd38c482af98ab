#include "tests/tools/read_games.h"

#include <utility>

#include "tests/support/namespaces.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {

std::vector<Json> games_validated(const std::string& path) {
  std::vector<Json> games;
  const ProgramRun run = run_arbiter({"validate", "-q", "--games", "--format", "json", path});
  for (const std::string& line : lines_of(run.output)) {
    Json object = Json::parse(line);
    if (object["type"] == "game") games.push_back(std::move(object));
  }
  return games;
}

std::set<std::uint64_t> games_with_errors(const std::string& path) {
  std::set<std::uint64_t> games;
  for (const std::string& line :
       lines_of(run_arbiter({"validate", "-q", "--select", "errors", "--format", "json", path})
                    .output)) {
    const Json object = Json::parse(line);
    if (object["type"] == "finding") games.insert(object["game"].count());
  }
  return games;
}

std::string without_escapes(const std::string& pgn) {
  std::string text;
  for (const std::string& line : lines_of(pgn)) {
    if (!line.empty() && line[0] != '%') text += line + '\n';
  }
  return text;
}

}  // namespace arbiter::testing
