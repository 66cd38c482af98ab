#include <atomic>
#include <filesystem>
#include <map>
#include <system_error>
#include <vector>

#include "lib/os/wait.h"
#include "lib/os/windows.h"

namespace arbiter {
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
