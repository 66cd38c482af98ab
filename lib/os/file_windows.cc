#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cwchar>
#include <functional>
#include <new>

#include "lib/base/result.h"
#include "lib/os/file.h"
#include "lib/os/process.h"
#include "lib/os/windows.h"

namespace arbiter {
namespace {

constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

// Sets errno according to GetLastError().
void set_reason() {
  switch (::GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
      errno = ENOENT;
      break;
    case ERROR_ACCESS_DENIED:
    case ERROR_WRITE_PROTECT:
      errno = EACCES;
      break;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
      errno = EBUSY;  // open in another program
      break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      errno = EEXIST;
      break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      errno = ENOSPC;
      break;
    case ERROR_TOO_MANY_OPEN_FILES:
      errno = EMFILE;
      break;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
      errno = EPIPE;
      break;
    default:
      errno = EIO;
  }
}

class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_(handle) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (is_open()) ::CloseHandle(handle_);
  }

  bool is_open() const { return handle_ != INVALID_HANDLE_VALUE; }
  HANDLE operator*() const { return handle_; }

 private:
  HANDLE handle_;
};

// Opens a file or folder with the given access, to check it.
HANDLE open_handle(const std::string& path, DWORD access) {
  return ::CreateFileW(wide_text(path).c_str(), access, kShared, nullptr, OPEN_EXISTING,
                       FILE_FLAG_BACKUP_SEMANTICS, nullptr);
}

std::optional<FileState> state_of_handle(HANDLE handle) {
  using Kind = FileState::Kind;
  const DWORD type = ::GetFileType(handle);
  if (type == FILE_TYPE_PIPE) return FileState{.kind = Kind::Pipe, .identity = {}};
  if (type != FILE_TYPE_DISK) return FileState{.kind = Kind::Other, .identity = {}};
  BY_HANDLE_FILE_INFORMATION facts{};
  if (!::GetFileInformationByHandle(handle, &facts)) return set_reason(), std::nullopt;
  const auto joined = [](DWORD high, DWORD low) { return std::uint64_t{high} << 32 | low; };
  constexpr std::int64_t kUnixEpoch = 116'444'736'000'000'000;  // 1970, in 100 ns since 1601
  const auto written = static_cast<std::int64_t>(
      joined(facts.ftLastWriteTime.dwHighDateTime, facts.ftLastWriteTime.dwLowDateTime));
  const bool is_folder = (facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  return FileState{
      .kind = is_folder ? Kind::Folder : Kind::Regular,
      .identity = {facts.dwVolumeSerialNumber, joined(facts.nFileIndexHigh, facts.nFileIndexLow)},
      .links = facts.nNumberOfLinks,
      .bytes = joined(facts.nFileSizeHigh, facts.nFileSizeLow),
      .modified = (written - kUnixEpoch) * 100};
}

// Returns a descriptor that owns the handle, or -1.
int descriptor_of(HANDLE handle, int flags) {
  if (handle == INVALID_HANDLE_VALUE) return set_reason(), -1;
  const int descriptor =
      ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), flags | _O_BINARY | _O_NOINHERIT);
  if (descriptor < 0) ::CloseHandle(handle);
  return descriptor;
}

std::optional<DiskSpace> space_in(const std::string& folder) {
  ULARGE_INTEGER available{};
  ULARGE_INTEGER total{};
  if (!::GetDiskFreeSpaceExW(wide_text(folder).c_str(), &available, &total, nullptr))
    return set_reason(), std::nullopt;
  return DiskSpace{total.QuadPart, available.QuadPart};
}

}  // namespace

std::wstring wide_text(std::string_view text) {
  const int size = static_cast<int>(text.size());
  std::wstring wide(text.size(), L'\0');
  const int units = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), size);
  wide.resize(static_cast<std::size_t>(units));
  return wide;
}

std::string narrow_text(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  std::string narrow(text.size() * 3, '\0');
  const int bytes = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, narrow.data(),
                                          static_cast<int>(narrow.size()), nullptr, nullptr);
  narrow.resize(static_cast<std::size_t>(bytes));
  return narrow;
}

HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }

std::optional<FileState> state_of_file(const std::string& path) {
  const Handle file(open_handle(path, FILE_READ_ATTRIBUTES));
  if (!file.is_open()) return set_reason(), std::nullopt;
  return state_of_handle(*file);
}

std::optional<FileState> state_of_file(int descriptor) {
  const HANDLE handle = handle_of(descriptor);
  if (handle == INVALID_HANDLE_VALUE) return errno = EBADF, std::nullopt;
  return state_of_handle(handle);
}

bool is_own_file(const FileState& /*file*/) { return true; }

bool has_right(const std::string& path, FileRight right) {
  constexpr DWORD kAccess[] = {FILE_READ_ATTRIBUTES, GENERIC_READ, GENERIC_WRITE, FILE_ADD_FILE};
  const Handle file(open_handle(path, kAccess[static_cast<int>(right)]));
  if (!file.is_open()) set_reason();
  return file.is_open();
}

int open_file(const std::string& path, OpenMode how) {
  const std::wstring name = wide_text(path);
  const bool is_new = how == OpenMode::Create || how == OpenMode::CreatePrivate;
  const DWORD access = how == OpenMode::Read           ? GENERIC_READ
                       : how == OpenMode::ReadAndWrite ? GENERIC_READ | GENERIC_WRITE
                                                       : GENERIC_WRITE;
  const HANDLE file =
      ::CreateFileW(name.c_str(), access, kShared, nullptr, is_new ? CREATE_NEW : OPEN_EXISTING,
                    FILE_ATTRIBUTE_NORMAL, nullptr);
  const int descriptor = descriptor_of(file, how == OpenMode::Read ? _O_RDONLY : _O_RDWR);
  const DWORD facts = descriptor < 0 ? ::GetFileAttributesW(name.c_str()) : 0;
  if (facts != INVALID_FILE_ATTRIBUTES && (facts & FILE_ATTRIBUTE_DIRECTORY) != 0) errno = EISDIR;
  return descriptor;
}

// Not supported on Windows.
int create_nameless_file(const std::string& /*folder*/, OpenMode /*how*/) {
  return errno = ENOTSUP, -1;
}

bool link_file(int /*descriptor*/, const std::string& /*path*/) { return errno = ENOTSUP, false; }

std::string name_of_descriptor(int descriptor) {
  std::array<wchar_t, 1024> path{};
  const DWORD size =
      ::GetFinalPathNameByHandleW(handle_of(descriptor), path.data(), path.size(), 0);
  std::string name = narrow_text({path.data(), std::min<std::size_t>(size, path.size())});
  if (name.starts_with(R"(\\?\)")) name.erase(0, 4);
  return name;
}

int duplicate_descriptor(int descriptor) {
  const int copy = ::_dup(descriptor);
  if (copy >= 0) ::_setmode(copy, _O_BINARY);
  return copy;
}

bool close_file(int descriptor) { return ::_close(descriptor) == 0; }

void expect_sequential_reading(int /*descriptor*/) {}

std::ptrdiff_t read_file(int descriptor, std::span<char> into) {
  return ::_read(descriptor, into.data(),
                 static_cast<unsigned>(std::min<std::size_t>(into.size(), 1 << 30)));
}

std::ptrdiff_t read_file_at(int descriptor, std::uint64_t offset, std::span<char> into) {
  const HANDLE handle = handle_of(descriptor);
  LARGE_INTEGER before{};
  if (!::SetFilePointerEx(handle, {}, &before, FILE_CURRENT)) return set_reason(), -1;
  LARGE_INTEGER at{};
  at.QuadPart = static_cast<LONGLONG>(offset);
  ::SetFilePointerEx(handle, at, nullptr, FILE_BEGIN);
  DWORD got = 0;
  const auto size = static_cast<DWORD>(std::min<std::size_t>(into.size(), 1 << 30));
  const bool is_read = ::ReadFile(handle, into.data(), size, &got, nullptr) != 0;
  if (!is_read) set_reason();
  ::SetFilePointerEx(handle, before, nullptr, FILE_BEGIN);
  return is_read ? std::ptrdiff_t{got} : -1;
}

std::optional<std::uint64_t> offset_in_file(int descriptor) {
  if (::GetFileType(handle_of(descriptor)) != FILE_TYPE_DISK) return std::nullopt;
  const std::int64_t at = ::_lseeki64(descriptor, 0, SEEK_CUR);
  return at < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(at));
}

bool seek_in_file(int descriptor, std::uint64_t offset) {
  return ::_lseeki64(descriptor, static_cast<std::int64_t>(offset), SEEK_SET) >= 0;
}

std::string preview_of(int descriptor, std::size_t enough) {
  constexpr int kTries = 500;
  std::array<char, 1024> start;
  const HANDLE handle = handle_of(descriptor);
  if (const auto at = offset_in_file(descriptor)) {
    const std::ptrdiff_t got = read_file_at(descriptor, *at, start);
    return {start.data(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(got, 0))};
  }
  DWORD got = 0;
  for (int i = 0; i < kTries && got < enough; ++i) {
    if (i > 0) ::Sleep(10);
    if (!::PeekNamedPipe(handle, start.data(), start.size(), &got, nullptr, nullptr)) break;
  }
  return {start.data(), got};
}

int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const auto size = static_cast<unsigned>(std::min<std::size_t>(text.size(), 1 << 15));
    const int written = ::_write(descriptor, text.data(), size);
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

bool sync_to_disk(int descriptor) {
  return ::GetFileType(handle_of(descriptor)) != FILE_TYPE_DISK || ::_commit(descriptor) == 0;
}

bool sync_folder(const std::string& /*folder*/) { return true; }

// Preserves the access control list, streams and creation time of the replaced file. Retries,
// because virus scanners keep new files open for a moment.
bool replace_file(const std::string& from, const std::string& to) {
  constexpr int kTries = 50;
  const std::wstring source = wide_text(from);
  const std::wstring target = wide_text(to);
  for (int i = 0; i < kTries; ++i) {
    if (i > 0) ::Sleep(20);
    if (::ReplaceFileW(target.c_str(), source.c_str(), nullptr, REPLACEFILE_IGNORE_MERGE_ERRORS,
                       nullptr, nullptr) ||
        ::MoveFileExW(source.c_str(), target.c_str(),
                      MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
      return true;
    }
    set_reason();
    if (errno != EBUSY) break;
  }
  return false;
}

bool remove_file(const char* path) {
  if (::DeleteFileW(wide_text(path).c_str())) return true;
  return set_reason(), false;
}

// Copies nothing, because replace_file() preserves the attributes.
std::vector<std::string> copy_attributes(const std::string& /*path*/, const FileState& /*before*/,
                                         int /*descriptor*/) {
  return {};
}

// Ignores the descriptor, because callers only need the space for temporary copies.
std::optional<DiskSpace> disk_space(int /*descriptor*/) { return space_in(temporary_folder()); }

bool is_full(const std::string& folder, std::size_t bytes) {
  const auto space = space_in(folder);
  return space && space->available < bytes;
}

std::string temporary_folder() {
  const char* chosen = std::getenv("TMPDIR");
  if (chosen != nullptr && *chosen != '\0') return chosen;
  std::array<wchar_t, MAX_PATH + 2> folder{};
  std::string text = narrow_text({folder.data(), ::GetTempPathW(MAX_PATH + 1, folder.data())});
  if (text.size() > 3 && text.ends_with('\\')) text.pop_back();
  return text;
}

int open_temporary_file() {
  const std::string folder = temporary_folder();
  std::array<wchar_t, MAX_PATH + 2> name{};
  int descriptor = -1;
  if (::GetTempFileNameW(wide_text(folder).c_str(), L"arb", 0, name.data()) == 0) {
    set_reason();
  } else {
    descriptor = descriptor_of(
        ::CreateFileW(name.data(), GENERIC_READ | GENERIC_WRITE, kShared, nullptr, CREATE_ALWAYS,
                      FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr),
        _O_RDWR);
  }
  if (descriptor >= 0) return descriptor;
  throw IoError(fmt::format("cannot create a temporary file in {}: {}; TMPDIR sets the folder",
                            folder, reason_of_errno(errno)));
}

MemoryFile::MemoryFile(std::string_view content) : descriptor_(open_temporary_file()) {
  const int reason = write_all(descriptor_, content);
  if (reason == 0) return;
  ::_close(descriptor_);
  throw IoError(fmt::format("cannot write a file in memory: {}", reason_of_errno(reason)));
}

FolderLock::FolderLock(const std::string& folder) : lock_(0) {
  const auto state = state_of_file(folder);
  if (!state) return;
  const std::string name =
      fmt::format("Local\\arbiter-{}-{}", state->identity.device, state->identity.inode);
  const HANDLE mutex = ::CreateMutexW(nullptr, FALSE, wide_text(name).c_str());
  lock_ = reinterpret_cast<std::intptr_t>(mutex);
  constexpr DWORD kPollMilliseconds = 10;
  while (mutex != nullptr && ::WaitForSingleObject(mutex, kPollMilliseconds) == WAIT_TIMEOUT) {
    if (WaitInterruption::is_interrupted()) break;  // the next wait throws
  }
}

FolderLock::~FolderLock() {
  if (lock_ == 0) return;
  ::ReleaseMutex(reinterpret_cast<HANDLE>(lock_));
  ::CloseHandle(reinterpret_cast<HANDLE>(lock_));
}

}  // namespace arbiter

// Replaces the conversions that libstdc++ uses for std::filesystem::path, so that paths are UTF-8
// in every locale.

namespace {

constexpr auto kInvalid = static_cast<std::size_t>(-1);
constexpr auto kIncomplete = static_cast<std::size_t>(-2);

}  // namespace

extern "C" {

// A character beyond 16 bits is converted in two calls: one for its first three bytes, and one for
// the last byte. In between, `state` contains the second unit.
std::size_t mbrtowc(wchar_t* to, const char* from, std::size_t size, mbstate_t* state) {
  static mbstate_t own{};
  if (state == nullptr) state = &own;
  if (from == nullptr || size == 0) return from == nullptr ? (*state = {}, 0) : kIncomplete;
  if (*state != 0) {
    if (to != nullptr) *to = static_cast<wchar_t>(*state);
    *state = {};
    return 1;
  }
  const auto byte = [from](std::size_t i) { return static_cast<unsigned char>(from[i]); };
  const std::size_t length = byte(0) < 0x80   ? 1
                             : byte(0) < 0xC2 ? 0
                             : byte(0) < 0xE0 ? 2
                             : byte(0) < 0xF0 ? 3
                             : byte(0) < 0xF5 ? 4
                                              : 0;
  if (length == 0) return errno = EILSEQ, kInvalid;
  unsigned code = length == 1 ? byte(0) : byte(0) & 0xFFu >> (length + 1);
  for (std::size_t i = 1; i < length; ++i) {
    if (i == size) return kIncomplete;
    if ((byte(i) & 0xC0) != 0x80) return errno = EILSEQ, kInvalid;
    code = code << 6 | (byte(i) & 0x3F);
  }
  if (length < 4) {
    if (to != nullptr) *to = static_cast<wchar_t>(code);
    return code == 0 ? 0 : length;
  }
  code -= 0x10000;
  if (to != nullptr) *to = static_cast<wchar_t>(0xD800 + (code >> 10));
  *state = static_cast<mbstate_t>(0xDC00 + (code & 0x3FF));
  return 3;
}

std::size_t mbrlen(const char* from, std::size_t size, mbstate_t* state) {
  static mbstate_t own{};
  return mbrtowc(nullptr, from, size, state == nullptr ? &own : state);
}

std::size_t mbsrtowcs(wchar_t* to, const char** from, std::size_t size, mbstate_t* state) {
  constexpr std::size_t kLongest = 4;
  std::size_t count = 0;
  for (const char* at = *from; to == nullptr || count < size; ++count) {
    const std::size_t bytes = mbrtowc(to == nullptr ? nullptr : to + count, at, kLongest, state);
    if (bytes == kInvalid || bytes == kIncomplete) return kInvalid;
    if (bytes == 0) {
      if (to != nullptr) *from = nullptr;
      break;
    }
    at += bytes;
    if (to != nullptr) *from = at;
  }
  return count;
}

}  // extern "C"
