#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <stdlib.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cwchar>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "lib/os/file.h"
#include "lib/os/process.h"
#include "lib/os/windows.h"

// These headers must follow windows.h.
#include <bcrypt.h>
#include <shellapi.h>

namespace arbiter {

long process_id() { return static_cast<long>(::GetCurrentProcessId()); }

std::string machine_name() {
  std::array<wchar_t, 256> name{};
  DWORD size = name.size();
  if (!::GetComputerNameExW(ComputerNameDnsHostname, name.data(), &size)) return {};
  return narrow_text({name.data(), size});
}

std::string start_of_process(std::string_view id) {
  const auto number = static_cast<DWORD>(std::strtoul(std::string(id).c_str(), nullptr, 10));
  const HANDLE process = ::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, number);
  if (process == nullptr) return {};
  FILETIME start{};
  FILETIME other{};
  DWORD status = 0;
  const bool is_known = ::GetExitCodeProcess(process, &status) && status == STILL_ACTIVE &&
                        ::GetProcessTimes(process, &start, &other, &other, &other);
  ::CloseHandle(process);
  if (!is_known) return {};
  return std::to_string(std::uint64_t{start.dwHighDateTime} << 32 | start.dwLowDateTime);
}

void run_shell(const std::string& command, std::vector<std::string> variables) {
  for (const std::string& variable : variables) ::_wputenv(wide_text(variable).c_str());
  ::_wsystem(wide_text(command).c_str());
}

// Not supported, because no image converter for Windows is known.
std::optional<int> run_program(std::vector<std::string> /*words*/, std::FILE* /*input*/,
                               std::FILE* /*output*/) {
  return std::nullopt;
}

bool show_in_pager(const char* /*pager*/, std::string_view /*text*/) { return false; }

int open_in_browser(std::string address) {
  const auto result = reinterpret_cast<std::intptr_t>(::ShellExecuteW(
      nullptr, L"open", wide_text(address).c_str(), nullptr, nullptr, SW_SHOWNORMAL));
  return result > 32 ? 0 : ENOENT;
}

// Clusters, which need libcurl, are not supported.
void* load_library(const char* /*name*/) { return nullptr; }

void* find_function(void* /*library*/, const char* /*name*/) { return nullptr; }

std::string linkage_text() { return "statically"; }

std::uint32_t random_number() {
  std::uint32_t number = 0;
  if (::BCryptGenRandom(nullptr, reinterpret_cast<UCHAR*>(&number), sizeof number,
                        BCRYPT_USE_SYSTEM_PREFERRED_RNG) != 0) {
    std::abort();
  }
  return number;
}

void prefer_huge_pages(void*, std::size_t) {}

void release_freed_memory() { ::_heapmin(); }

namespace {

std::atomic<SignalHandler> ending_handler = nullptr;

// Windows calls this function on a separate thread, and ends the program when it returns.
BOOL WINAPI end_with_console(DWORD event) {
  if (event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT) return FALSE;
  if (const SignalHandler handler = ending_handler) handler(SIGTERM);
  return FALSE;
}

}  // namespace

void handle_ending_signals(SignalHandler handler) {
  ending_handler = handler;
  for (const int signal : {SIGINT, SIGBREAK, SIGTERM}) std::signal(signal, handler);
  ::SetConsoleCtrlHandler(end_with_console, TRUE);
}

// Always false, because a closed pipe is an ordinary write error on Windows.
bool is_closed_pipe(int /*signal*/) { return false; }

void handle_after(unsigned seconds, SignalHandler handler) {
  std::thread([seconds, handler] {
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    handler(SIGTERM);
  }).detach();
}

void end_by_signal(int /*signal*/) {
  constexpr UINT kControlC = 0xC000013A;  // STATUS_CONTROL_C_EXIT
  ::ExitProcess(kControlC);
}

struct InterruptScope::Handlers {
  SignalHandler interrupt;
  SignalHandler terminate;
};

// Windows calls a signal handler only once.
InterruptScope::InterruptScope(SignalHandler handler)
    : before_(new Handlers{std::signal(SIGINT, handler), std::signal(SIGTERM, handler)}) {}

InterruptScope::~InterruptScope() {
  std::signal(SIGINT, before_->interrupt);
  std::signal(SIGTERM, before_->terminate);
}

namespace {

UINT old_output_encoding = 0;

void restore_encoding() { ::SetConsoleOutputCP(old_output_encoding); }

}  // namespace

// Excludes the device NUL.
bool is_terminal(int descriptor) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(descriptor), &mode) != 0;
}

std::optional<TerminalSize> terminal_size(int descriptor) {
  CONSOLE_SCREEN_BUFFER_INFO facts{};
  if (!::GetConsoleScreenBufferInfo(handle_of(descriptor), &facts)) return std::nullopt;
  return TerminalSize{static_cast<std::size_t>(facts.srWindow.Right - facts.srWindow.Left + 1),
                      static_cast<std::size_t>(facts.srWindow.Bottom - facts.srWindow.Top + 1)};
}

// Windows does not set TERM.
bool is_dumb_terminal() {
  const char* name = std::getenv("TERM");
  return name != nullptr && std::string_view(name) == "dumb";
}

bool prepare_standard_streams() {
  for (int stream = kStandardInput; stream <= kStandardError; ++stream) {
    // A program without a console has handles of -2.
    if (reinterpret_cast<std::intptr_t>(handle_of(stream)) < 0) {
      const int direction = stream == kStandardInput ? _O_WRONLY : _O_RDONLY;
      const int empty = ::_open("NUL", direction | _O_BINARY);
      if (empty != stream && (::_dup2(empty, stream) != 0 || ::_close(empty) != 0)) return false;
    }
    ::_setmode(stream, _O_BINARY);
    DWORD mode = 0;
    if (stream == kStandardInput || !::GetConsoleMode(handle_of(stream), &mode)) continue;
    ::SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    if (old_output_encoding != 0) continue;
    old_output_encoding = ::GetConsoleOutputCP();
    ::SetConsoleOutputCP(CP_UTF8);
    std::atexit(restore_encoding);
  }
  return true;
}

namespace {

// The event that interrupts waits; null if there is none.
std::atomic<HANDLE> interruption = nullptr;
std::atomic<bool> is_raised = false;

constexpr DWORD kPollMilliseconds = 5;

// The watched folders.
std::map<std::string, HANDLE> watched_folders;

}  // namespace

WaitInterruption::WaitInterruption() {
  is_raised = false;
  interruption = ::CreateEventW(nullptr, TRUE, FALSE, nullptr);
}

WaitInterruption::~WaitInterruption() {
  is_raised = false;
  if (const HANDLE event = interruption.exchange(nullptr)) ::CloseHandle(event);
}

void WaitInterruption::interrupt() {
  is_raised = true;
  if (const HANDLE event = interruption) ::SetEvent(event);
}

bool WaitInterruption::is_interrupted() { return is_raised; }

// Polls, because waiting for a pipe and an event together is impossible.
void wait_for_input(int descriptor) {
  const HANDLE handle = handle_of(descriptor);
  while (!has_input(descriptor)) {
    if (is_raised) throw Interrupted();
    if (::GetFileType(handle) == FILE_TYPE_CHAR) {
      const HANDLE both[] = {handle, interruption};
      ::WaitForMultipleObjects(both[1] == nullptr ? 1 : 2, both, FALSE, INFINITE);
    } else {
      ::Sleep(kPollMilliseconds);
    }
  }
}

bool has_input(int descriptor) {
  const HANDLE handle = handle_of(descriptor);
  switch (::GetFileType(handle)) {
    case FILE_TYPE_PIPE: {
      DWORD bytes = 0;
      return !::PeekNamedPipe(handle, nullptr, 0, nullptr, &bytes, nullptr) || bytes > 0;
    }
    case FILE_TYPE_CHAR: {
      DWORD mode = 0;
      return !::GetConsoleMode(handle, &mode) || ::WaitForSingleObject(handle, 0) == WAIT_OBJECT_0;
    }
    default:
      return true;
  }
}

ChangeWatch::ChangeWatch(Kind kind) { descriptor_ = kind == Kind::Notified ? 0 : -1; }

ChangeWatch::~ChangeWatch() {
  for (const auto& [folder, handle] : watched_folders) ::FindCloseChangeNotification(handle);
  watched_folders.clear();
}

// Subfolders are included by the system.
void ChangeWatch::add_around(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return add_folder(path);
  const std::string parent = std::filesystem::path(path).parent_path().string();
  add_folder(parent.empty() ? "." : parent);
}

void ChangeWatch::add_folder(const std::string& folder) {
  constexpr DWORD kChanges = FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_DIR_NAME |
                             FILE_NOTIFY_CHANGE_SIZE | FILE_NOTIFY_CHANGE_LAST_WRITE;
  if (descriptor_ < 0 || watched_folders.contains(folder)) return;
  const HANDLE handle = ::FindFirstChangeNotificationW(wide_text(folder).c_str(), TRUE, kChanges);
  if (handle == INVALID_HANDLE_VALUE) return;
  watched_folders.emplace(folder, handle);
  if (watched_folders.size() == MAXIMUM_WAIT_OBJECTS) descriptor_ = -1;
}

bool ChangeWatch::wait(std::chrono::milliseconds time) {
  std::vector<HANDLE> handles;
  if (const HANDLE event = interruption) handles.push_back(event);
  const std::size_t first = handles.size();
  if (descriptor_ >= 0) {
    for (const auto& [folder, handle] : watched_folders) handles.push_back(handle);
  }
  const auto limit = static_cast<DWORD>(time.count());
  if (handles.empty()) return ::Sleep(limit), false;
  const DWORD found =
      ::WaitForMultipleObjects(static_cast<DWORD>(handles.size()), handles.data(), FALSE, limit) -
      WAIT_OBJECT_0;
  if (found >= handles.size() || found < first) return false;
  drain();
  return true;
}

// Requests the next notifications, and discards the events, because callers check the files
// themselves.
void ChangeWatch::drain() {
  for (const auto& [folder, handle] : watched_folders) {
    if (::WaitForSingleObject(handle, 0) == WAIT_OBJECT_0) ::FindNextChangeNotification(handle);
  }
}

}  // namespace arbiter
