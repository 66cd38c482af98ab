// Tests options shared by several commands: their names, meanings and order are the same
// everywhere.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/support/namespaces.h"
#include "tools/cli/command.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/commands/commands.h"

using namespace arbiter::testing;
using Catch::Matchers::StartsWith;

namespace {

const SharedOption* shared_by(const std::string& name) {
  const auto shared = shared_options();
  const auto found = std::ranges::find_if(shared, [&](const SharedOption& one) {
    return Option(std::string(one.names), HelpFlag(), "").is_named(name);
  });
  return found == shared.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("a shared option has the same names and meaning in every command") {
  for (const Command& command : commands()) {
    const BoundCommand bound = bind_command(command);
    for (const auto& option : bound.line.options()) {
      for (const std::string& name : option->names()) {
        const SharedOption* shared = shared_by(name);
        if (shared == nullptr) continue;
        CAPTURE(command.name, name, option->description());
        const Option expected(std::string(shared->names), HelpFlag(), "");
        CHECK(option->names() == expected.names());
        CHECK_THAT(option->description(), StartsWith(std::string(shared->meaning)));
        if (!shared->is_common) continue;
        CHECK(option->description() == shared->meaning);
        CHECK(option->type_name() == expected.type_name());
        CHECK(option->group() == kCommonGroup);
      }
    }
  }
}

TEST_CASE("common options are the last ones, in the order of the table") {
  for (const Command& command : commands()) {
    CAPTURE(command.name);
    const BoundCommand bound = bind_command(command);
    std::vector<std::string> names;
    for (const auto& option : bound.line.options()) {
      const bool is_common = option->group() == kCommonGroup;
      CHECK((is_common || names.empty()));
      if (is_common) names.push_back(option->names().back());
    }
    std::vector<std::string> expected;
    for (const SharedOption& shared : shared_options()) {
      const std::string name(shared.long_name());
      const bool is_there = std::ranges::find(names, name) != names.end();
      if (shared.is_common && (is_there || name != "--jobs")) expected.push_back(name);
    }
    CHECK(names == expected);
  }
}
