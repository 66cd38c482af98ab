#include "tests/cluster/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace arbiter::testing {
namespace {

using namespace std::chrono_literals;

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> found;
  for (const std::string& word : words) found.push_back(const_cast<char*>(word.c_str()));
  found.push_back(nullptr);
  return found;
}

void send_output_to(const std::string& log) {
  const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
}

[[noreturn]] void become(const ChildStart& start, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent || ::chdir(start.folder.c_str()) != 0) ::_exit(127);
  send_output_to(start.log);
  for (const std::string& variable : start.environment) {
    ::putenv(const_cast<char*>(variable.c_str()));
  }
  const auto words = pointers(start.words);
  ::execv(words[0], words.data());
  ::_exit(127);
}

int shell_status(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

ChildProcess::ChildProcess(const ChildStart& start) {
  const pid_t parent = ::getpid();
  id_ = ::fork();
  if (id_ < 0) throw std::runtime_error("cannot start " + start.words[0]);
  if (id_ == 0) become(start, parent);
}

ChildProcess::~ChildProcess() { kill(); }

bool ChildProcess::is_running() {
  int status = 0;
  if (!status_ && ::waitpid(id_, &status, WNOHANG) == id_) status_ = shell_status(status);
  return !status_;
}

void ChildProcess::kill() {
  if (!is_running()) return;
  ::kill(id_, SIGKILL);
  wait();
}

void ChildProcess::stop(std::chrono::seconds patience) {
  if (!is_running()) return;
  ::kill(id_, SIGTERM);
  if (!wait_for(patience)) kill();
}

void ChildProcess::pause() { ::kill(id_, SIGSTOP); }

void ChildProcess::resume() { ::kill(id_, SIGCONT); }

std::optional<int> ChildProcess::wait_for(std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (is_running() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(2ms);
  return status_;
}

int ChildProcess::wait() {
  int status = 0;
  if (!status_ && ::waitpid(id_, &status, 0) == id_) status_ = shell_status(status);
  return status_.value_or(127);
}

double ChildProcess::cpu_seconds() const {
  std::ifstream file("/proc/" + std::to_string(id_) + "/stat");
  std::string line;
  std::getline(file, line);
  // After the name in parentheses come 11 fields, then the ticks in user and system mode.
  std::istringstream words(line.substr(line.rfind(')') + 2));
  std::string skipped;
  for (int i = 0; i < 11; ++i) words >> skipped;
  double user = 0;
  double system = 0;
  words >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace arbiter::testing
