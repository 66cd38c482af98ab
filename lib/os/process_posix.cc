#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <malloc.h>
#include <poll.h>
#include <spawn.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string_view>
#include <system_error>

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

namespace {

struct sigaction action_of(SignalHandler handler, unsigned flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(flags | SA_RESTART);
  ::sigemptyset(&action.sa_mask);
  return action;
}

// Sets a handler, unless the signal is ignored, as under nohup. Returns the previous action.
struct sigaction set_action(int signal, const struct sigaction& action) {
  struct sigaction old {};
  ::sigaction(signal, &action, &old);
  if (old.sa_handler == SIG_IGN) ::sigaction(signal, &old, nullptr);
  return old;
}

}  // namespace

void handle_ending_signals(SignalHandler handler) {
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_DFL);
  for (const int signal : {SIGHUP, SIGINT, SIGPIPE, SIGTERM}) {
    set_action(signal, action_of(handler, SA_NODEFER));
  }
}

bool is_closed_pipe(int signal) { return signal == SIGPIPE; }

void handle_after(unsigned seconds, SignalHandler handler) {
  set_action(SIGALRM, action_of(handler, SA_NODEFER));
  ::alarm(seconds);
}

void end_by_signal(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

struct InterruptScope::Handlers {
  struct sigaction interrupt;
  struct sigaction terminate;
};

InterruptScope::InterruptScope(SignalHandler handler) {
  const struct sigaction action = action_of(handler, SA_RESETHAND);
  before_.reset(new Handlers{set_action(SIGINT, action), set_action(SIGTERM, action)});
}

InterruptScope::~InterruptScope() {
  ::sigaction(SIGINT, &before_->interrupt, nullptr);
  ::sigaction(SIGTERM, &before_->terminate, nullptr);
}

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

std::optional<TerminalSize> terminal_size(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return std::nullopt;
  return TerminalSize{size.ws_col, size.ws_row};
}

bool is_dumb_terminal() {
  const char* name = std::getenv("TERM");
  return name == nullptr || std::string_view(name) == "dumb";
}

bool prepare_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    const int direction = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", direction) != stream) return false;
  }
  return true;
}

namespace {

// The event descriptor that interrupts waits; -1 if there is none.
std::atomic<int> interruption = -1;
std::atomic<bool> is_raised = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

}  // namespace

WaitInterruption::WaitInterruption() {
  is_raised = false;
  interruption = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

WaitInterruption::~WaitInterruption() {
  is_raised = false;
  if (const int descriptor = interruption.exchange(-1); descriptor >= 0) ::close(descriptor);
}

void WaitInterruption::interrupt() {
  const int before = errno;  // errno of the interrupted code
  is_raised = true;
  constexpr std::uint64_t kOnce = 1;
  const int descriptor = interruption;
  if (descriptor >= 0 && ::write(descriptor, &kOnce, sizeof kOnce) < 0) {
    // The event descriptor already contains an interruption.
  }
  errno = before;
}

bool WaitInterruption::is_interrupted() { return is_raised; }

void wait_for_input(int descriptor) {
  std::array<pollfd, 2> waiting = {{{descriptor, POLLIN, 0}, {interruption, POLLIN, 0}}};
  while (::poll(waiting.data(), waiting.size(), -1) < 0 && errno == EINTR) continue;
  if (waiting[0].revents == 0 && waiting[1].revents != 0) throw Interrupted();
}

bool has_input(int descriptor) {
  pollfd wait{descriptor, POLLIN, 0};
  return ::poll(&wait, 1, 0) > 0;
}

namespace {

// Programs change a file by writing to it, or by renaming another file to its name.
constexpr std::uint32_t kChanges = IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE |
                                   IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_ATTRIB;

}  // namespace

ChangeWatch::ChangeWatch(Kind kind) {
  if (kind == Kind::Notified) descriptor_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
}

ChangeWatch::~ChangeWatch() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void ChangeWatch::add_around(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    const std::string parent = fs::path(path).parent_path().string();
    return add_folder(parent.empty() ? "." : parent);
  }
  add_folder(path);
  for (fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied,
                                           error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (!at->is_symlink(error) && at->is_directory(error)) add_folder(at->path().string());
  }
}

void ChangeWatch::add_folder(const std::string& folder) {
  if (descriptor_ < 0) return;
  const int watch = ::inotify_add_watch(descriptor_, folder.c_str(), kChanges);
  if (watch >= 0 || (errno != ENOSPC && errno != ENOMEM)) return;
  ::close(descriptor_);
  descriptor_ = -1;
}

bool ChangeWatch::wait(std::chrono::milliseconds time) {
  struct pollfd events {
    descriptor_, POLLIN, 0
  };
  const bool has_changes =
      ::poll(&events, descriptor_ < 0 ? 0 : 1, static_cast<int>(time.count())) > 0;
  if (has_changes) drain();
  return has_changes;
}

// Discards the events, because callers check the files themselves.
void ChangeWatch::drain() {
  alignas(struct inotify_event) std::array<char, 1 << 14> bytes;
  while (::read(descriptor_, bytes.data(), bytes.size()) > 0) {
  }
}

}  // namespace arbiter
