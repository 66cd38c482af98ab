#include "db/sqlite/file/exclusive_access.h"

#include <sqlite3.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include "lib/base/result.h"
#include "lib/io/file_kind.h"

namespace arbiter::sqlite {
namespace {

constexpr std::chrono::seconds kTimeout{10};
constexpr std::chrono::milliseconds kPollInterval{10};

sqlite3_file* file_of(const Connection& connection) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(connection.handle(), "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return file;
}

// Locks the file. Exclusive mode uses no shared memory, and a lock that excludes all others.
void lock_out_others(const Connection& connection) {
  connection.execute("PRAGMA locking_mode = EXCLUSIVE");
  const auto end = std::chrono::steady_clock::now() + kTimeout;
  for (;;) {
    const int code = sqlite3_exec(connection.handle(), "SELECT count(*) FROM sqlite_master",
                                  nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) return;
    if (!connection.is_locked_out()) connection.fail();
    if (std::chrono::steady_clock::now() >= end) {
      throw IoError(connection.path() +
                    ": another program has it open; close that program and try again (the file is "
                    "unchanged)");
    }
    std::this_thread::sleep_for(kPollInterval);
  }
}

std::vector<std::string> hand_on(const ReplacedFile& target, const std::string& copy) {
  const int file = open_file(copy, OpenMode::ReadAndWrite);
  if (file < 0) throw IoError(copy + ": " + reason_of_errno(errno));
  std::vector<std::string> losses = target.copy_attributes_to(file);
  close_file(file);
  return losses;
}

[[noreturn]] void fail_in_use(const Connection& connection) {
  throw IoError(connection.path() +
                ": another program is using it; try again when it has finished");
}

}  // namespace

void sync_file(const Connection& connection) {
  sqlite3_file* const file = file_of(connection);
  if (file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) != SQLITE_OK) {
    throw IoError(connection.path() + ": the disk could not be written");
  }
}

std::vector<std::string> take_place(UnfinishedFile& copy, const ReplacedFile& made,
                                    const ReplacedFile& target) {
  const auto connection = Connection::open(target.path(), Access::Write);
  if (!connection) throw IoError(target.path() + ": " + connection.error());
  lock_out_others(**connection);
  if (target.has_changed() || made.has_changed() || has_log(target.path())) {
    throw IoError(target.path() +
                  ": another program wrote to it; try again (the file is unchanged)");
  }
  std::vector<std::string> losses = hand_on(target, copy.name());
  // The empty log belongs to the old file, and must be removed before the new file appears.
  for (const char* ending : {"-wal", "-shm"}) remove_file((target.path() + ending).c_str());
  sync_folder(target.folder());
  if (!copy.rename_to(target.path())) {
    throw IoError(target.path() + ": " + reason_of_errno(errno));
  }
  sync_folder(target.folder());
  // Programs that wait for a lock on the old file then find it empty.
  sqlite3_file* const old = file_of(**connection);
  old->pMethods->xTruncate(old, 0);
  return losses;
}

SoleWriter::SoleWriter(const Connection& connection) {
  if (connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0) fail_in_use(connection);
  transaction_.emplace(connection);
  if (has_log(sqlite3_db_filename(connection.handle(), "main"))) fail_in_use(connection);
}

bool has_log(const std::string& path) {
  std::error_code failure;
  const auto size = std::filesystem::file_size(path + "-wal", failure);
  return !failure && size > 0;
}

CreationLock::CreationLock(const std::string& path) : lock_(folder_of(path)) {}

void remove_database(const std::string& path) {
  remove_file(path.c_str());
  for (const char* ending : kSqliteCompanions) remove_file((path + ending).c_str());
}

}  // namespace arbiter::sqlite
