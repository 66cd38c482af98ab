#include "tests/db/sqlite/care/program_checks.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "db/sqlite/games/database.h"
#include "tests/db/care_database.h"
#include "tests/db/import_run.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;

[[noreturn]] void become(const Words& words) {
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {0, 1, 2}) ::dup2(nowhere, stream);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

}  // namespace

std::string program_path() { return std::filesystem::absolute(arbiter_binary()).string(); }

RunningProgram::RunningProgram(const Words& arguments) {
  Words words = {program_path()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  child_ = ::fork();
  REQUIRE(child_ >= 0);
  if (child_ == 0) become(words);
}

RunningProgram::~RunningProgram() {
  if (child_ > 0) kill();
}

bool RunningProgram::is_running() {
  if (child_ > 0 && ::waitpid(child_, &status_, WNOHANG) == child_) child_ = 0;
  return child_ > 0;
}

void RunningProgram::kill() {
  ::kill(child_, SIGKILL);
  wait();
}

int RunningProgram::wait() {
  if (child_ > 0) ::waitpid(child_, &status_, 0);
  child_ = 0;
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}

std::vector<std::string> content(const std::string& path) {
  const auto database = Database::open(path, Access::Read);
  if (!database) FAIL(database.error());
  return content_of(**database);
}

std::vector<std::string> visible(const std::string& path) {
  const auto database = Database::open(path, Access::Read);
  if (!database) FAIL(database.error());
  return visible_content(**database);
}

void check_is_clean(const std::string& path) {
  const ProgramRun verify = run_arbiter({"verify", path});
  CAPTURE(verify.output, verify.errors);
  CHECK(verify.status == 0);
}

void check_is_clean_or_empty(const std::string& path) {
  const ProgramRun verify = run_arbiter({"verify", path});
  CAPTURE(verify.output, verify.errors);
  if (verify.status == 0) return;
  CHECK_THAT(verify.errors, Contains("the database is empty") || Contains("no such file") ||
                                Contains("was killed while writing to it"));
}

}  // namespace arbiter::testing
