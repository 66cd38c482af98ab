#include "tests/db/faults/faulty_disk.h"

#include <sqlite3.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::testing {
namespace {

constexpr std::size_t kSector = 512;

struct Change {
  std::int64_t offset = 0;
  std::string bytes;
  bool is_truncation = false;  // truncates to `offset` bytes
};

// The possible contents of a file after a power loss: the synced bytes, and any sectors written
// later.
struct Shadow {
  std::string synced;
  std::vector<Change> changes;
};

struct Disk {
  std::mutex mutex;
  Fault fault = Fault::None;
  std::uint64_t at = 0;
  bool is_frozen = false;
  // The shadow of each file, by name; empty except for power losses.
  std::map<std::string, std::uint64_t, std::less<>> names;
  std::map<std::uint64_t, Shadow> shadows;
};

Disk& disk() {
  static Disk* const disk = new Disk;
  return *disk;
}

std::atomic<std::uint64_t> count{0};
std::atomic<std::uint64_t> failing_allocation{0};  // 0 if none fails

bool allocation_fails() {
  const std::uint64_t failing = failing_allocation.load(std::memory_order_relaxed);
  return failing != 0 && ++count == failing;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void apply(const Change& change, std::string& content) {
  const auto offset = static_cast<std::size_t>(change.offset);
  if (change.is_truncation) return content.resize(offset);
  content.resize(std::max(content.size(), offset + change.bytes.size()));
  content.replace(offset, change.bytes.size(), change.bytes);
}

enum class Kind { Reading, Writing };

// Returns whether the operation fails, or follows the failing one.
bool fails(Kind kind) {
  Disk& all = disk();
  const std::lock_guard lock(all.mutex);
  if (all.fault == Fault::None || all.fault == Fault::Memory) return false;
  if (all.is_frozen) return kind == Kind::Writing;
  if (kind == Kind::Reading && all.fault != Fault::Io) return false;
  if (++count != all.at) return false;
  all.is_frozen = all.fault != Fault::Io;
  return true;
}

bool is_frozen() {
  const std::lock_guard lock(disk().mutex);
  return disk().is_frozen;
}

bool may_lose_power() {
  const std::lock_guard lock(disk().mutex);
  return disk().fault == Fault::PowerLoss;
}

sqlite3_vfs* ordinary = nullptr;

// SQLite's file object, followed by that of the ordinary file system.
struct File {
  sqlite3_file base;
  std::uint64_t shadow;  // 0 if there is none
};
static_assert(sizeof(File) % alignof(max_align_t) == 0);

sqlite3_file* below(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(reinterpret_cast<File*>(file) + 1);
}

template <class Act>
void with_shadow(sqlite3_file* file, Act act) {
  const std::lock_guard lock(disk().mutex);
  const auto shadow = disk().shadows.find(reinterpret_cast<File*>(file)->shadow);
  if (disk().fault == Fault::PowerLoss && shadow != disk().shadows.end()) act(shadow->second);
}

int read(sqlite3_file* file, void* into, int size, sqlite3_int64 offset) {
  if (fails(Kind::Reading)) return SQLITE_IOERR_READ;
  return below(file)->pMethods->xRead(below(file), into, size, offset);
}

int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  const bool was_frozen = is_frozen();
  if (fails(Kind::Writing)) {
    // Writes the first half of the data that the process was writing when it died.
    if (!was_frozen) below(file)->pMethods->xWrite(below(file), bytes, size / 2, offset);
    return offset % 3 == 0 ? SQLITE_FULL : SQLITE_IOERR_WRITE;
  }
  with_shadow(file, [&](Shadow& shadow) {
    shadow.changes.push_back(
        {offset, {static_cast<const char*>(bytes), static_cast<std::size_t>(size)}});
  });
  return below(file)->pMethods->xWrite(below(file), bytes, size, offset);
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
  if (fails(Kind::Writing)) return SQLITE_IOERR_TRUNCATE;
  with_shadow(file, [&](Shadow& shadow) { shadow.changes.push_back({size, {}, true}); });
  return below(file)->pMethods->xTruncate(below(file), size);
}

int sync(sqlite3_file* file, int flags) {
  if (fails(Kind::Writing)) return SQLITE_IOERR_FSYNC;
  with_shadow(file, [](Shadow& shadow) {
    for (const Change& change : shadow.changes) apply(change, shadow.synced);
    shadow.changes.clear();
  });
  static_cast<void>(flags);  // the underlying disk is fast enough
  return SQLITE_OK;
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
  if (fails(Kind::Reading)) return SQLITE_IOERR_FSTAT;
  return below(file)->pMethods->xFileSize(below(file), size);
}

int map_shared(sqlite3_file* file, int region, int size, int extend, void volatile** memory) {
  if (fails(Kind::Reading)) return SQLITE_IOERR_SHMMAP;
  return below(file)->pMethods->xShmMap(below(file), region, size, extend, memory);
}

// A dead process does not remove anything.
int unmap_shared(sqlite3_file* file, int is_removed) {
  return below(file)->pMethods->xShmUnmap(below(file), is_frozen() ? 0 : is_removed);
}

int close(sqlite3_file* file) { return below(file)->pMethods->xClose(below(file)); }

template <auto method, class... T>
auto pass(sqlite3_file* file, T... values) {
  return (below(file)->pMethods->*method)(below(file), values...);
}

constexpr sqlite3_io_methods kMethods = {
    .iVersion = 2,
    .xClose = close,
    .xRead = read,
    .xWrite = write,
    .xTruncate = truncate,
    .xSync = sync,
    .xFileSize = file_size,
    .xLock = pass<&sqlite3_io_methods::xLock, int>,
    .xUnlock = pass<&sqlite3_io_methods::xUnlock, int>,
    .xCheckReservedLock = pass<&sqlite3_io_methods::xCheckReservedLock, int*>,
    .xFileControl = pass<&sqlite3_io_methods::xFileControl, int, void*>,
    .xSectorSize = pass<&sqlite3_io_methods::xSectorSize>,
    .xDeviceCharacteristics = pass<&sqlite3_io_methods::xDeviceCharacteristics>,
    .xShmMap = map_shared,
    .xShmLock = pass<&sqlite3_io_methods::xShmLock, int, int, int>,
    .xShmBarrier = pass<&sqlite3_io_methods::xShmBarrier>,
    .xShmUnmap = unmap_shared,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* opened) {
  file->pMethods = nullptr;
  if (fails(Kind::Reading)) return SQLITE_CANTOPEN;
  const bool is_shadowed = name != nullptr && may_lose_power();
  const std::string before = is_shadowed ? content_of(name) : std::string();
  const int code = ordinary->xOpen(ordinary, name, below(file), flags, opened);
  if (code != SQLITE_OK) return code;
  reinterpret_cast<File*>(file)->shadow = 0;
  file->pMethods = &kMethods;
  if (!is_shadowed) return code;
  const std::lock_guard lock(disk().mutex);
  const std::uint64_t next = disk().shadows.size() + 1;
  const auto [known, is_new] = disk().names.try_emplace(name, next);
  if (is_new) disk().shadows[next] = {before, {}};
  reinterpret_cast<File*>(file)->shadow = known->second;
  return code;
}

int remove_file(sqlite3_vfs*, const char* name, int is_synced) {
  return ordinary->xDelete(ordinary, name, is_synced);
}

// The time is constant, so that a change always writes the same bytes.
int current_time(sqlite3_vfs*, sqlite3_int64* milliseconds) {
  constexpr sqlite3_int64 kUnixEpoch =
      210'866'760'000'000;  // since noon on day 0 of the Julian period
  *milliseconds = kUnixEpoch + 1'700'000'000'000;
  return SQLITE_OK;
}

sqlite3_mem_methods ordinary_memory;

void* allocate(int size) { return allocation_fails() ? nullptr : ordinary_memory.xMalloc(size); }

void* reallocate(void* memory, int size) {
  return allocation_fails() ? nullptr : ordinary_memory.xRealloc(memory, size);
}

void install() {
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &ordinary_memory);
  sqlite3_mem_methods memory = ordinary_memory;
  memory.xMalloc = allocate;
  memory.xRealloc = reallocate;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
  ordinary = sqlite3_vfs_find(nullptr);
  static sqlite3_vfs layer = *ordinary;
  layer.szOsFile += static_cast<int>(sizeof(File));
  layer.pNext = nullptr;
  layer.zName = "faulty";
  layer.xOpen = open_file;
  layer.xDelete = remove_file;
  layer.xCurrentTimeInt64 = current_time;
  sqlite3_vfs_register(&layer, 1);
}

// Installs the fault layer before any file is opened.
const bool is_installed = (install(), true);

// Returns the synced contents with random sectors written since.
std::string remains_of(const Shadow& shadow, std::mt19937_64& random) {
  std::string content = shadow.synced;
  const std::uint64_t kept = random() % 4;  // the number of sectors kept out of three
  for (const Change& change : shadow.changes) {
    if (change.is_truncation) {
      if (random() % 3 < kept) apply(change, content);
      continue;
    }
    for (std::size_t begin = 0; begin < change.bytes.size(); begin += kSector) {
      if (random() % 3 >= kept) continue;
      apply({change.offset + static_cast<std::int64_t>(begin), change.bytes.substr(begin, kSector)},
            content);
    }
  }
  return content;
}

}  // namespace

void begin_fault(Fault fault, std::uint64_t at) {
  const std::lock_guard lock(disk().mutex);
  disk().fault = fault;
  disk().at = at;
  disk().is_frozen = false;
  disk().names.clear();
  disk().shadows.clear();
  count = 0;
  failing_allocation = fault == Fault::Memory ? at : 0;
}

std::uint64_t operations() { return count; }

void end_fault(std::mt19937_64& random) {
  failing_allocation = 0;
  const std::lock_guard lock(disk().mutex);
  if (disk().fault == Fault::PowerLoss) {
    for (const auto& [path, shadow] : disk().names) {
      std::error_code ignored;
      std::filesystem::remove(path + "-shm", ignored);
      std::ofstream(path, std::ios::binary) << remains_of(disk().shadows[shadow], random);
    }
  }
  disk().fault = Fault::None;
  disk().is_frozen = false;
}

}  // namespace arbiter::testing

// File operations outside of SQLite. File names are on disk at once. Nothing here may throw: only
// power losses allocate memory.
extern "C" int unlink(const char* name) noexcept {
  using namespace arbiter::testing;
  if (fails(Kind::Writing)) return errno = EIO, -1;
  const std::lock_guard lock(disk().mutex);
  const auto file = disk().names.find(std::string_view(name));
  if (file != disk().names.end()) disk().names.erase(file);
  return static_cast<int>(::syscall(SYS_unlink, name));
}

extern "C" int rename(const char* from, const char* to) noexcept {
  using namespace arbiter::testing;
  if (fails(Kind::Writing)) return errno = EIO, -1;
  const std::lock_guard lock(disk().mutex);
  if (const auto file = disk().names.find(std::string_view(from)); file != disk().names.end()) {
    disk().names[to] = file->second;
    disk().names.erase(file);
  }
  return static_cast<int>(::syscall(SYS_rename, from, to));
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  if (arbiter::testing::allocation_fails()) return nullptr;
  return std::malloc(std::max<std::size_t>(size, 1));
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
