#include "tools/commands/check/watch_alarm.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "lib/diagnostics/catalogue.h"

namespace arbiter {

void run_command(const std::string& command, const FileLook::Found& found, std::size_t errors) {
  const Diagnostic& diagnostic = found.located.diagnostic;
  std::vector<std::string> variables = {
      fmt::format("ARBITER_FILE={}", found.member),
      fmt::format("ARBITER_LINE={}", found.located.line),
      fmt::format("ARBITER_GAME={}", diagnostic.game),
      fmt::format("ARBITER_ID={}", entry_of(diagnostic.code).id),
      fmt::format("ARBITER_MESSAGE={}", diagnostic.message),
      fmt::format("ARBITER_ERRORS={}", errors),
  };
  std::vector<char*> environment;
  for (char** one = ::environ; *one != nullptr; ++one) environment.push_back(*one);
  for (std::string& variable : variables) environment.push_back(variable.data());
  environment.push_back(nullptr);
  std::string shell = "sh";
  std::string option = "-c";
  std::string line = command;
  char* const arguments[] = {shell.data(), option.data(), line.data(), nullptr};
  pid_t child = 0;
  if (::posix_spawn(&child, "/bin/sh", nullptr, nullptr, arguments, environment.data()) != 0)
    return;
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void ring_bell() {
  if (::write(STDERR_FILENO, "\a", 1) < 0) return;
}

}  // namespace arbiter
