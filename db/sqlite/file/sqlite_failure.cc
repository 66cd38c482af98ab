#include "db/sqlite/file/sqlite_failure.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <string_view>

#include "lib/base/result.h"

namespace arbiter::sqlite {
namespace {

struct Meaning {
  int code;
  std::string_view sentence;
};

// By primary code. SQLite's own words follow where they say more.
constexpr Meaning kMeanings[] = {
    {SQLITE_FULL,
     "the disk is full; free some space and run this again; games stored so far are kept"},
    {SQLITE_BUSY, "another program is writing to it; try again when it has finished"},
    {SQLITE_LOCKED, "another part of this program is using it"},
    {SQLITE_READONLY, "it is read-only; change its permissions, or work on a copy"},
    {SQLITE_CANTOPEN,
     "it or the log next to it cannot be opened; make its folder writable, or work on a copy"},
    {SQLITE_PERM, "its permissions forbid it"},
    {SQLITE_AUTH, "not allowed here"},
    {SQLITE_NOMEM, "out of memory"},
    {SQLITE_TOOBIG, "a text or blob is larger than SQLite allows"},
    {SQLITE_INTERRUPT, "interrupted"},
};

std::string with_system_reason(std::string_view sentence, sqlite3* handle) {
  const int error_number = sqlite3_system_errno(handle);
  if (error_number == 0) return std::string(sentence);
  return fmt::format("{} ({})", sentence, reason_of_errno(error_number));
}

}  // namespace

std::string failure_of(sqlite3* handle) {
  if (sqlite3_extended_errcode(handle) == SQLITE_READONLY_ROLLBACK) {
    return "a program was killed while it wrote to it; run `arbiter upgrade`, which takes its last "
           "steps back";
  }
  const int code = sqlite3_errcode(handle) & 0xff;
  for (const Meaning& meaning : kMeanings) {
    if (meaning.code == code) return std::string(meaning.sentence);
  }
  const std::string_view words = sqlite3_errmsg(handle);
  switch (code) {
    case SQLITE_IOERR:
      if (sqlite3_extended_errcode(handle) == SQLITE_IOERR_DATA)
        return "it is damaged (a page does not match its checksum)";
      return with_system_reason("the disk could not be read or written", handle);
    case SQLITE_CORRUPT:
      return fmt::format("it is damaged ({}); run `arbiter verify` for details", words);
    case SQLITE_NOTADB:
      return "it is not a database, or its first page is damaged";
    default:
      return std::string(words);
  }
}

}  // namespace arbiter::sqlite
