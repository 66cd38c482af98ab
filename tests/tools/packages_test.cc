#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using testing::lines_of;
using testing::run_shell;

TEST_CASE("each linked library comes from a package that the scripts install", "[packages]") {
  if (run_shell("command -v dpkg").status != 0) SKIP_TEST("this is no Debian");
  // Prints a line such as "libz.a zlib1g-dev yes" for each library; "no" if the scripts do not list
  // the package.
  const auto run = run_shell(R"bash(
    . tools/build/setup.sh
    for archive in $(grep -o 'lib[a-z0-9]*\.a' tools/build/system.BUILD | sort -u); do
      package=$(dpkg -S "$(readlink -f "$(g++ -print-file-name="$archive")")" | cut -d: -f1)
      known=no
      for listed in "${build_packages[@]}"; do [[ $listed != "$package" ]] || known=yes; done
      echo "$archive $package $known"
    done)bash");
  const std::vector<std::string> libraries = lines_of(run.output);
  CHECK(libraries.size() >= 8);
  for (const std::string& library : libraries) {
    CAPTURE(library);
    CHECK(library.ends_with(" yes"));
  }
}

TEST_CASE("the program runs with glibc 2.35", "[packages]") {
  // The symbol versions that the dynamic linker requires.
  const auto run = run_shell(
      "grep -aoE 'GLIBC_2[.][0-9]+' \"$(readlink -f \"$(command -v arbiter)\")\" | sort -uV | tail "
      "-1");
  CHECK(run.output == "GLIBC_2.35\n");
}

}  // namespace
}  // namespace arbiter::testing
