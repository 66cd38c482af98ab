// The system functions on WebAssembly (WASI), which has only files and standard streams: no
// processes, signals, terminals, shared libraries, locks or change notifications.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <new>

#include "lib/base/result.h"
#include "lib/os/file.h"
#include "lib/os/process.h"

namespace arbiter {
namespace {

constexpr const char* kTemporary = "/tmp";

FileState state_from(const struct stat& state) {
  using Kind = FileState::Kind;
  return {.kind = S_ISREG(state.st_mode)   ? Kind::Regular
                  : S_ISDIR(state.st_mode) ? Kind::Folder
                                           : Kind::Other,
          .identity = {state.st_dev, state.st_ino},
          .links = state.st_nlink,
          .bytes = static_cast<std::uint64_t>(state.st_size),
          .modified = std::int64_t{state.st_mtim.tv_sec} * 1'000'000'000 + state.st_mtim.tv_nsec};
}

// Returns an unused name in the folder for temporary files.
std::string next_temporary_file() {
  static unsigned count = 0;
  return fmt::format("{}/arbiter-{}", kTemporary, ++count);
}

}  // namespace

std::optional<FileState> state_of_file(const std::string& path) {
  struct stat state {};
  return ::stat(path.c_str(), &state) == 0 ? std::optional(state_from(state)) : std::nullopt;
}

std::optional<FileState> state_of_file(int descriptor) {
  struct stat state {};
  return ::fstat(descriptor, &state) == 0 ? std::optional(state_from(state)) : std::nullopt;
}

bool is_own_file(const FileState&) { return true; }

bool has_right(const std::string& path, FileRight) { return state_of_file(path).has_value(); }

int open_file(const std::string& path, OpenMode how) {
  constexpr int kFlags[] = {O_RDONLY, O_WRONLY, O_RDWR, O_WRONLY | O_CREAT | O_EXCL,
                            O_WRONLY | O_CREAT | O_EXCL};
  return ::open(path.c_str(), kFlags[static_cast<int>(how)], 0666);
}

int create_nameless_file(const std::string&, OpenMode) { return -1; }

bool link_file(int, const std::string&) { return false; }

// Not supported: WASI opens files only by path.
std::string name_of_descriptor(int) { return {}; }

// WASI cannot duplicate descriptors.
int duplicate_descriptor(int descriptor) { return descriptor; }

bool close_file(int descriptor) { return ::close(descriptor) == 0; }

void expect_sequential_reading(int) {}

std::ptrdiff_t read_file(int descriptor, std::span<char> into) {
  return ::read(descriptor, into.data(), into.size());
}

std::ptrdiff_t read_file_at(int descriptor, std::uint64_t offset, std::span<char> into) {
  return ::pread(descriptor, into.data(), into.size(), static_cast<off_t>(offset));
}

std::optional<std::uint64_t> offset_in_file(int descriptor) {
  const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
  return at < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(at));
}

bool seek_in_file(int descriptor, std::uint64_t offset) {
  return ::lseek(descriptor, static_cast<off_t>(offset), SEEK_SET) >= 0;
}

std::string preview_of(int descriptor, std::size_t) {
  std::string start(1024, '\0');
  const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
  const ssize_t size = at < 0 ? 0 : ::pread(descriptor, start.data(), start.size(), at);
  start.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return start;
}

int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

bool sync_to_disk(int) { return true; }
bool sync_folder(const std::string&) { return true; }

bool replace_file(const std::string& from, const std::string& to) {
  return std::rename(from.c_str(), to.c_str()) == 0;
}

bool remove_file(const char* path) { return ::unlink(path) == 0; }

std::vector<std::string> copy_attributes(const std::string&, const FileState&, int) { return {}; }

std::optional<DiskSpace> disk_space(int) { return std::nullopt; }

bool is_full(const std::string&, std::size_t) { return false; }

std::string temporary_folder() { return kTemporary; }

int open_temporary_file() {
  const std::string path = next_temporary_file();
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
  if (descriptor < 0) throw IoError("cannot create a " + temporary_file_name());
  ::unlink(path.c_str());
  return descriptor;
}

MemoryFile::MemoryFile(std::string_view content) : descriptor_(open_temporary_file()) {
  write_all(descriptor_, content);
}

FolderLock::FolderLock(const std::string&) : lock_(-1) {}
FolderLock::~FolderLock() = default;

// Waits.

WaitInterruption::WaitInterruption() = default;
WaitInterruption::~WaitInterruption() = default;
void WaitInterruption::interrupt() {}
bool WaitInterruption::is_interrupted() { return false; }

void wait_for_input(int) {}
bool has_input(int) { return true; }

ChangeWatch::ChangeWatch(Kind) {}
ChangeWatch::~ChangeWatch() = default;
void ChangeWatch::add_folder(const std::string&) {}
void ChangeWatch::add_around(const std::string&) {}
bool ChangeWatch::wait(std::chrono::milliseconds) { return false; }

// Terminals.

bool is_terminal(int) { return false; }
std::optional<TerminalSize> terminal_size(int) { return std::nullopt; }
bool is_dumb_terminal() { return true; }
bool prepare_standard_streams() { return true; }

// Signals.

void handle_ending_signals(SignalHandler) {}
bool is_closed_pipe(int) { return false; }
void handle_after(unsigned, SignalHandler) {}
void end_by_signal(int) { std::abort(); }

struct InterruptScope::Handlers {};
InterruptScope::InterruptScope(SignalHandler) {}
InterruptScope::~InterruptScope() = default;

// Processes and memory.

long process_id() { return 1; }
std::string machine_name() { return {}; }
std::string start_of_process(std::string_view) { return {}; }
void run_shell(const std::string&, std::vector<std::string>) {}
std::optional<int> run_program(std::vector<std::string>, std::FILE*, std::FILE*) { return {}; }
bool show_in_pager(const char*, std::string_view) { return false; }
int open_in_browser(std::string) { return ENOTSUP; }
void* load_library(const char*) { return nullptr; }
void* find_function(void*, const char*) { return nullptr; }
std::string linkage_text() { return "statically, WASI"; }

std::uint32_t random_number() {
  std::uint32_t number = 0;
  if (::getentropy(&number, sizeof number) != 0) std::abort();
  return number;
}

void prefer_huge_pages(void*, std::size_t) {}
void release_freed_memory() {}

}  // namespace arbiter
