// Runs the real program on damaged files.

#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/damage.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"

namespace arbiter::testing {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns the exit status; 128 or more if a signal ended the program.
int run(const std::string& arguments, const std::filesystem::path& folder) {
  const std::string command = testing::arbiter_binary().string() + " " + arguments + " '" +
                              folder.string() + "' >'" + (folder / "out").string() + "' 2>'" +
                              (folder / "err").string() + "'";
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

TEST_CASE("the program ends every run on damaged files with its summary", "[fuzz]") {
  const auto folder = testing::scratch_folder() / "damaged";
  std::filesystem::create_directories(folder);
  std::uint32_t copy = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(testing::testdata("diagnostics"))) {
    if (entry.path().extension() != ".pgn") continue;
    const std::string text = text_of(entry.path());
    std::ofstream(folder / (std::to_string(copy) + ".pgn"), std::ios::binary)
        << testing::Damage(copy).done_to(text);
    ++copy;
  }
  REQUIRE(copy > 100);
  for (const std::string format : {"text", "json", "csv", "sarif", "github"}) {
    CAPTURE(format);
    // 2, because some files are too damaged to be text.
    CHECK(run("validate --strict --notes --color always --format " + format, folder) == 2);
    const std::string words = text_of(folder / "err");
    CAPTURE(words);
    CHECK(words.find(std::to_string(copy) + " files, ") != std::string::npos);
  }
}

}  // namespace
}  // namespace arbiter::testing
