#include "db/sqlite/file/page_checksums.h"

#include <sqlite3.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <new>

#include "lib/base/result.h"

namespace arbiter::sqlite {
namespace {

// SQLite calls these functions, so they must not throw.

constexpr std::size_t kMaxDamaged = 1000;  // maximum number of recorded pages

std::atomic<std::uint64_t> read_bytes{0};

struct State {
  PageFormat format;
  PageCheck check = PageCheck::Compare;
  std::array<std::uint32_t, kMaxDamaged> damaged;  // the first `damaged_pages`, in ascending order
  std::size_t damaged_pages = 0;
  alignas(64) std::array<std::uint8_t, kMaxPageSize> page;
};

// SQLite's file object for a database file. That of the underlying VFS follows it in memory.
struct alignas(std::max_align_t) CheckedFile {
  sqlite3_file base;
  State* state;
};

sqlite3_file* below(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(reinterpret_cast<CheckedFile*>(file) + 1);
}
State& state_of(sqlite3_file* file) { return *reinterpret_cast<CheckedFile*>(file)->state; }
sqlite3_vfs* below(sqlite3_vfs* layer) { return static_cast<sqlite3_vfs*>(layer->pAppData); }

std::span<const std::uint8_t> bytes_of(const void* bytes, int size) {
  return {static_cast<const std::uint8_t*>(bytes), static_cast<std::size_t>(size)};
}

void learn(State& state, const void* bytes, int size, sqlite3_int64 offset) {
  if (offset == 0 && size >= static_cast<int>(kFileHeader)) {
    state.format = format_of(bytes_of(bytes, size));
  }
}

int note_damage(State& state, std::uint32_t page) {
  const auto end = state.damaged.begin() + static_cast<std::ptrdiff_t>(state.damaged_pages);
  const auto place = std::lower_bound(state.damaged.begin(), end, page);
  const bool is_new = place == end || *place != page;
  if (is_new && end != state.damaged.end()) {
    std::move_backward(place, end, end + 1);
    *place = page;
    ++state.damaged_pages;
  }
  return SQLITE_IOERR_DATA;
}

// Compares the checksum of the page that contains `offset`.
int compare_around(sqlite3_file* file, sqlite3_int64 offset) {
  State& state = state_of(file);
  const std::uint32_t page = state.format.page_at(offset);
  const auto size = static_cast<int>(state.format.page_size);
  const int code = below(file)->pMethods->xRead(below(file), state.page.data(), size,
                                                sqlite3_int64{page - 1} * size);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return code;
  const auto bytes = bytes_of(state.page.data(), size);
  return code == SQLITE_OK && matches_checksum(bytes, page) ? SQLITE_OK : note_damage(state, page);
}

int read(sqlite3_file* file, void* into, int size, sqlite3_int64 offset) {
  const int code = below(file)->pMethods->xRead(below(file), into, size, offset);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return code;
  read_bytes.fetch_add(static_cast<std::uint64_t>(size), std::memory_order_relaxed);
  State& state = state_of(file);
  if (code == SQLITE_OK) learn(state, into, size, offset);
  if (!state.format.is_checked || state.check == PageCheck::Skip) return code;
  if (state.format.is_page(static_cast<std::size_t>(size), offset)) {
    const std::uint32_t page = state.format.page_at(offset);
    if (code == SQLITE_OK && matches_checksum(bytes_of(into, size), page)) return code;
    return note_damage(state, page);
  }
  // Skips SQLite's unlocked read of the header, which precedes the read of the page.
  if (offset + size <= static_cast<sqlite3_int64>(kFileHeader)) return code;
  const int compared = compare_around(file, offset);
  return compared == SQLITE_OK ? code : compared;
}

int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  State& state = state_of(file);
  learn(state, bytes, size, offset);
  if (!state.format.is_page(static_cast<std::size_t>(size), offset)) {
    return below(file)->pMethods->xWrite(below(file), bytes, size, offset);
  }
  const std::span<std::uint8_t> page(state.page.data(), static_cast<std::size_t>(size));
  std::memcpy(page.data(), bytes, page.size());
  write_checksum(page, state.format.page_at(offset));
  return below(file)->pMethods->xWrite(below(file), page.data(), size, offset);
}

// Reads the header again, because another process may have reserved space for checksums.
void learn_again(sqlite3_file* file) {
  std::array<std::uint8_t, kFileHeader> header{};
  const int size = static_cast<int>(header.size());
  if (below(file)->pMethods->xRead(below(file), header.data(), size, 0) == SQLITE_OK) {
    learn(state_of(file), header.data(), size, 0);
  }
}

// The offset from which SQLite locks bytes. No page contains these bytes.
constexpr sqlite3_int64 kLockedBytes = 0x40000000;

int renew(sqlite3_file* file, std::uint64_t& renewed) {
  State& state = state_of(file);
  const auto size = static_cast<int>(state.format.page_size);
  sqlite3_int64 end = 0;
  if (const int code = below(file)->pMethods->xFileSize(below(file), &end); code != SQLITE_OK) {
    return code;
  }
  for (sqlite3_int64 offset = 0; size > 0 && offset + size <= end; offset += size) {
    if (offset <= kLockedBytes && kLockedBytes < offset + size) continue;
    const std::span<std::uint8_t> page(state.page.data(), static_cast<std::size_t>(size));
    int code = below(file)->pMethods->xRead(below(file), page.data(), size, offset);
    if (code != SQLITE_OK) return code;
    if (matches_checksum(page, state.format.page_at(offset))) continue;
    write_checksum(page, state.format.page_at(offset));
    const auto checksum = page.last<kChecksumBytes>();
    code = below(file)->pMethods->xWrite(below(file), checksum.data(), kChecksumBytes,
                                         offset + size - kChecksumBytes);
    if (code != SQLITE_OK) return code;
    ++renewed;
  }
  return below(file)->pMethods->xSync(below(file), SQLITE_SYNC_NORMAL);
}

int control(sqlite3_file* file, int operation, void* value) {
  if (operation == SQLITE_FCNTL_CKPT_START) learn_again(file);
  return below(file)->pMethods->xFileControl(below(file), operation, value);
}

int close(sqlite3_file* file) {
  delete reinterpret_cast<CheckedFile*>(file)->state;
  return below(file)->pMethods->xClose(below(file));
}

// Disables memory-mapped pages, which would not be compared.
int fetch(sqlite3_file*, sqlite3_int64, int, void** page) {
  *page = nullptr;
  return SQLITE_OK;
}

// Rejects a file that was replaced (by compaction) since it was opened. Otherwise SQLite would
// apply the new file's log to the old one, or remove it.
int lock(sqlite3_file* file, int level) {
  const int code = below(file)->pMethods->xLock(below(file), level);
  if (code != SQLITE_OK || level != SQLITE_LOCK_SHARED) return code;
  int has_moved = 0;
  below(file)->pMethods->xFileControl(below(file), SQLITE_FCNTL_HAS_MOVED, &has_moved);
  if (has_moved == 0) return SQLITE_OK;
  below(file)->pMethods->xUnlock(below(file), SQLITE_LOCK_NONE);
  return SQLITE_READONLY_DBMOVED;
}

// Passes a call to the underlying VFS.
template <auto method, class... T>
auto pass(sqlite3_file* file, T... values) {
  return (below(file)->pMethods->*method)(below(file), values...);
}

constexpr sqlite3_io_methods kMethods = {
    .iVersion = 3,
    .xClose = close,
    .xRead = read,
    .xWrite = write,
    .xTruncate = pass<&sqlite3_io_methods::xTruncate, sqlite3_int64>,
    .xSync = pass<&sqlite3_io_methods::xSync, int>,
    .xFileSize = pass<&sqlite3_io_methods::xFileSize, sqlite3_int64*>,
    .xLock = lock,
    .xUnlock = pass<&sqlite3_io_methods::xUnlock, int>,
    .xCheckReservedLock = pass<&sqlite3_io_methods::xCheckReservedLock, int*>,
    .xFileControl = control,
    .xSectorSize = pass<&sqlite3_io_methods::xSectorSize>,
    .xDeviceCharacteristics = pass<&sqlite3_io_methods::xDeviceCharacteristics>,
    .xShmMap = pass<&sqlite3_io_methods::xShmMap, int, int, int, void volatile**>,
    .xShmLock = pass<&sqlite3_io_methods::xShmLock, int, int, int>,
    .xShmBarrier = pass<&sqlite3_io_methods::xShmBarrier>,
    .xShmUnmap = pass<&sqlite3_io_methods::xShmUnmap, int>,
    .xFetch = fetch,
    .xUnfetch = [](sqlite3_file*, sqlite3_int64, void*) { return SQLITE_OK; },
};

int open_file(sqlite3_vfs* layer, const char* name, sqlite3_file* file, int flags, int* opened) {
  const auto open_below = [&](sqlite3_file* place) {
    return below(layer)->xOpen(below(layer), name, place, flags, opened);
  };
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return open_below(file);
  file->pMethods = nullptr;  // SQLite closes every file that has methods
  State* state = new (std::nothrow) State;
  if (state == nullptr) return SQLITE_NOMEM;
  const int code = open_below(below(file));
  // Without shared memory, WAL is impossible, so the VFS below is not the usual one.
  if (code != SQLITE_OK || below(file)->pMethods->iVersion < 2) {
    if (below(file)->pMethods != nullptr) below(file)->pMethods->xClose(below(file));
    delete state;
    return code == SQLITE_OK ? SQLITE_CANTOPEN : code;
  }
  reinterpret_cast<CheckedFile*>(file)->state = state;
  file->pMethods = &kMethods;
  return SQLITE_OK;
}

sqlite3_vfs make_layer() {
  sqlite3_vfs* ordinary = sqlite3_vfs_find(nullptr);
  sqlite3_vfs layer = *ordinary;  // the rest of the layer is unchanged
  layer.szOsFile += static_cast<int>(sizeof(CheckedFile));
  layer.pNext = nullptr;
  layer.zName = "arbiter";
  layer.pAppData = ordinary;
  layer.xOpen = open_file;
  return layer;
}

int control_file(const Connection& connection, int operation, void* value) {
  return sqlite3_file_control(connection.handle(), "main", operation, value);
}

// Returns the file of a connection; null if it does not use this layer, as in memory.
sqlite3_file* checked_file(const Connection& connection) {
  sqlite3_file* file = nullptr;
  control_file(connection, SQLITE_FCNTL_FILE_POINTER, &file);
  return file != nullptr && file->pMethods == &kMethods ? file : nullptr;
}

std::uint32_t number_at(std::span<const std::uint8_t> header, std::size_t offset) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | header[offset + i];
  return number;
}

std::uint64_t checksum_of(std::span<const std::uint8_t> page, std::uint32_t number) {
  return XXH3_64bits_withSeed(page.data(), page.size() - kChecksumBytes, number);
}

}  // namespace

const char* checking_layer() {
  static sqlite3_vfs layer = [] {
    sqlite3_initialize();
    return make_layer();
  }();
  static const int registered = sqlite3_vfs_register(&layer, 0);
  return registered == SQLITE_OK ? layer.zName : nullptr;
}

void make_room_for_checksums(const Connection& connection) {
  int bytes = kChecksumBytes;
  control_file(connection, SQLITE_FCNTL_RESERVE_BYTES, &bytes);
}

bool has_room_for_checksums(const Connection& connection) {
  int bytes = -1;
  control_file(connection, SQLITE_FCNTL_RESERVE_BYTES, &bytes);
  return bytes == static_cast<int>(kChecksumBytes);
}

std::vector<std::uint32_t> damaged_pages(const Connection& connection) {
  sqlite3_file* const file = checked_file(connection);
  if (file == nullptr) return {};
  const auto pages = std::span(state_of(file).damaged).first(state_of(file).damaged_pages);
  return {pages.begin(), pages.end()};
}

std::uint64_t bytes_read() { return read_bytes; }

PageCheck page_check(const Connection& connection) {
  sqlite3_file* const file = checked_file(connection);
  return file == nullptr ? PageCheck::Compare : state_of(file).check;
}

void set_page_check(const Connection& connection, PageCheck check) {
  if (sqlite3_file* const file = checked_file(connection)) state_of(file).check = check;
  // Evicts pages that were read without verification.
  if (check == PageCheck::Compare) sqlite3_db_release_memory(connection.handle());
}

std::uint64_t renew_checksums(const Connection& connection) {
  std::uint64_t renewed = 0;
  sqlite3_file* const file = checked_file(connection);
  if (file == nullptr || renew(file, renewed) != SQLITE_OK) {
    throw IoError(connection.path() + ": the disk could not be read or written");
  }
  return renewed;
}

UncheckedPages::UncheckedPages(const Connection& connection)
    : connection_(connection), before_(page_check(connection)) {
  set_page_check(connection_, PageCheck::Skip);
}

UncheckedPages::~UncheckedPages() { set_page_check(connection_, before_); }

PageFormat format_of(std::span<const std::uint8_t> header) {
  if (std::memcmp(header.data(), "SQLite format 3", 16) != 0) return {};
  if (header[20] != kChecksumBytes) return {};
  std::size_t size = static_cast<std::size_t>(header[16] << 8 | header[17]);
  if (size == 1) size = kMaxPageSize;
  if (size < 512 || !std::has_single_bit(size)) return {};
  const bool is_ours = number_at(header, 68) == kApplicationId;
  return {.page_size = size,
          .is_checked = is_ours && number_at(header, 60) >= std::uint32_t{kFirstCheckedSchema}};
}

void write_checksum(std::span<std::uint8_t> page, std::uint32_t number) {
  const std::uint64_t checksum = checksum_of(page, number);
  std::memcpy(page.last<kChecksumBytes>().data(), &checksum, kChecksumBytes);
}

bool matches_checksum(std::span<const std::uint8_t> page, std::uint32_t number) {
  const std::uint64_t checksum = checksum_of(page, number);
  return std::memcmp(page.last<kChecksumBytes>().data(), &checksum, kChecksumBytes) == 0;
}

}  // namespace arbiter::sqlite
