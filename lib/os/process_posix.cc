#include <dlfcn.h>
#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>

#include "lib/os/process.h"

namespace arbiter {
namespace {

// Index of the start time in the fields after the program name.
constexpr std::size_t kStartField = 20;
constexpr std::string_view kEnded = ") Z";
constexpr int kNotFound = 127;  // exit status of the shell for unknown commands

// The default pager; none on dumb terminals.
constexpr const char* kDefaultPager =
    "[ \"${TERM:-dumb}\" != dumb ] && command -v less > /dev/null || exit 127; exec less";

// Returns null-terminated pointers into the strings.
std::vector<char*> pointers_to(std::span<std::string> texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// A scope in which signals meant for the pager are ignored.
class SignalsForPager {
 public:
  SignalsForPager()
      : old_interrupt_(std::signal(SIGINT, SIG_IGN)), old_pipe_(std::signal(SIGPIPE, SIG_IGN)) {}
  SignalsForPager(const SignalsForPager&) = delete;
  SignalsForPager& operator=(const SignalsForPager&) = delete;
  ~SignalsForPager() {
    std::signal(SIGINT, old_interrupt_);
    std::signal(SIGPIPE, old_pipe_);
  }

 private:
  void (*old_interrupt_)(int);
  void (*old_pipe_)(int);
};

}  // namespace

long process_id() { return ::getpid(); }

std::string machine_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

// Returns the start time in ticks since the machine was booted; an empty string for a zombie.
std::string start_of_process(std::string_view id) {
  std::ifstream file(fmt::format("/proc/{}/stat", id));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::size_t at = text.rfind(')');
  if (at == std::string::npos || text.compare(at, kEnded.size(), kEnded) == 0) return {};
  for (std::size_t field = 0; field < kStartField && at != std::string::npos; ++field) {
    at = text.find(' ', at + 1);
  }
  if (at == std::string::npos) return {};
  return text.substr(at + 1, text.find(' ', at + 1) - at - 1);
}

void run_shell(const std::string& command, std::vector<std::string> variables) {
  std::vector<char*> environment;
  for (char** one = ::environ; *one != nullptr; ++one) environment.push_back(*one);
  for (std::string& variable : variables) environment.push_back(variable.data());
  environment.push_back(nullptr);
  std::array<std::string, 3> words{"sh", "-c", command};
  pid_t child = 0;
  if (::posix_spawn(&child, "/bin/sh", nullptr, nullptr, pointers_to(words).data(),
                    environment.data()) != 0) {
    return;
  }
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<int> run_program(std::vector<std::string> words, std::FILE* input,
                               std::FILE* output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(input), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(output), STDOUT_FILENO);
  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, words.front().c_str(), &actions, nullptr,
                                     pointers_to(words).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failure != 0 || ::waitpid(child, &status, 0) != child) return std::nullopt;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

bool show_in_pager(const char* pager, std::string_view text) {
  // Options: F quits if the text fits on one screen, R keeps colours, X does not clear the screen.
  ::setenv("LESS", "FRX", 0);
  std::FILE* pipe = ::popen(pager == nullptr ? kDefaultPager : pager, "w");
  if (pipe == nullptr) return false;
  const SignalsForPager signals;
  std::fwrite(text.data(), 1, text.size(), pipe);
  const int status = ::pclose(pipe);
  return status != -1 && !(WIFEXITED(status) && WEXITSTATUS(status) == kNotFound);
}

int open_in_browser(std::string address) {
  std::array<std::string, 2> words{"xdg-open", std::move(address)};
  pid_t child = 0;
  return ::posix_spawnp(&child, words[0].c_str(), nullptr, nullptr, pointers_to(words).data(),
                        environ);
}

void* load_library(const char* name) { return ::dlopen(name, RTLD_LAZY | RTLD_LOCAL); }

void* find_function(void* library, const char* name) { return ::dlsym(library, name); }

std::string linkage_text() {
  // AT_BASE is the dynamic linker's address, 0 in statically linked programs.
  const bool is_static = ::getauxval(AT_BASE) == 0;
  return fmt::format("{}, glibc {}", is_static ? "statically" : "dynamically",
                     ::gnu_get_libc_version());
}

std::uint32_t random_number() {
  std::uint32_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number) std::abort();
  return number;
}

void prefer_huge_pages(void* memory, std::size_t bytes) {
  constexpr std::uintptr_t kHugePage = std::uintptr_t{2} << 20;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + kHugePage - 1) / kHugePage * kHugePage;
  const std::uintptr_t end = (begin + bytes) / kHugePage * kHugePage;
  if (end > first) ::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

void release_freed_memory() { ::malloc_trim(0); }

}  // namespace arbiter
