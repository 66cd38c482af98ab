// Detection of file kinds by content or name, and the identity of files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lib/os/file.h"

namespace arbiter {

enum class Container { None, Gzip, Bzip2, Xz, Zstd, Tar, Zip, SevenZip };

// Detects a container by the first bytes of a file; 512 are enough.
Container container_of(std::string_view start);
// Detects a container by path; returns None for pipes and unreadable files.
Container container_of_file(const std::string& path);

// Returns "gzip", "zip", ...; an empty text for None.
std::string_view to_string(Container container);

// Returns the kind of a file that contains no PGN and is not a container, such as "a Parquet file",
// by its first bytes. Returns an empty text for unknown kinds.
std::string_view foreign_kind_of(std::string_view start);

// Checks whether the frequency of control characters indicates compressed or other binary data.
bool has_binary_controls(std::string_view bytes);

// Checks for a compressed stream, as opposed to an archive of named members.
constexpr bool is_compression(Container container) {
  return container >= Container::Gzip && container <= Container::Zstd;
}

// Checks whether reading the container needs seeking.
constexpr bool needs_seeking(Container container) {
  return container == Container::Zip || container == Container::SevenZip;
}

// Compares the ending of a name with one in lower case, ignoring case: "GAMES.PGN" has ".pgn".
bool has_ending(std::string_view name, std::string_view ending);

// Removes a compression suffix: "games.pgn.gz" becomes "games.pgn".
std::string_view without_compression_ending(std::string_view name);

// Suffixes of the files that SQLite creates next to a database.
inline constexpr const char* kSqliteCompanions[] = {"-wal", "-shm", "-journal"};

// Checks whether a file starts like an SQLite database. Returns nothing for empty files, folders,
// pipes, and files that do not exist or cannot be read.
std::optional<bool> starts_as_sqlite(const std::string& path);

bool is_sqlite_file(const std::string& path);

// Returns the database of an SQLite companion file, judged by its suffix. The files need not exist.
std::optional<std::string> database_of_companion(const std::string& path);

// Returns the identity of the file at a path; "-" is standard input. Returns nothing if it is not a
// regular file.
std::optional<FileIdentity> identity_of(const std::string& path);
std::optional<FileIdentity> identity_of_descriptor(int descriptor);

// Returns an error if standard output is redirected to the file, which must then not be read or
// changed.
std::optional<std::string> fault_as_standard_output(const std::optional<FileIdentity>& file);

}  // namespace arbiter
