#include "tests/io/packing.h"

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <stdexcept>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Setting = int (*)(archive*);

void check(int result) {
  if (result != ARCHIVE_OK) throw std::runtime_error("libarchive cannot write this");
}

std::string write_with_libarchive(Setting format, Setting filter, const Files& files) {
  std::string packed(8 << 20, '\0');
  std::size_t used = 0;
  archive* const writer = archive_write_new();
  check(format(writer));
  check(filter(writer));
  // The output must not depend on the time; other filters have no such option.
  archive_write_set_filter_option(writer, "gzip", "timestamp", nullptr);
  archive_write_set_bytes_in_last_block(writer, 1);
  check(archive_write_open_memory(writer, packed.data(), packed.size(), &used));
  for (const auto& [name, content] : files) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_entry_set_filetype(entry, name.back() == '/' ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    check(archive_write_header(writer, entry));
    archive_write_data(writer, content.data(), content.size());
    archive_entry_free(entry);
  }
  check(archive_write_close(writer));
  archive_write_free(writer);
  packed.resize(used);
  return packed;
}

// Writes POSIX.1-1988 tar: a header block for each file, followed by its contents in blocks of 512
// bytes.
std::string write_tar(const Files& files) {
  std::string tar;
  const auto put = [](std::string& block, std::size_t at, const std::string& text) {
    block.replace(at, text.size(), text);
  };
  for (const auto& [name, content] : files) {
    char size[12];
    std::snprintf(size, sizeof size, "%011zo", content.size());
    std::string header(512, '\0');
    put(header, 0, name);
    put(header, 100, "0000644");
    put(header, 108, "0000000");
    put(header, 116, "0000000");
    put(header, 124, size);
    put(header, 136, "00000000000");
    put(header, 148, "        ");
    put(header, 156, name.back() == '/' ? "5" : "0");
    put(header, 257, "ustar");
    put(header, 263, "00");
    unsigned sum = 0;
    for (const char c : header) sum += static_cast<unsigned char>(c);
    char checksum[8];
    std::snprintf(checksum, sizeof checksum, "%06o", sum & 0777777);
    put(header, 148, checksum);
    tar += header + content;
    tar.resize((tar.size() + 511) / 512 * 512, '\0');
  }
  return tar + std::string(1024, '\0');
}

std::string deflate_raw(const std::string& content) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, content.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string little_endian(std::size_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFF);
  return text;
}

// Returns the fields common to a local header and a directory entry.
std::string zip_fields(const std::string& name, const std::string& content, std::size_t packed) {
  const auto bytes = reinterpret_cast<const Bytef*>(content.data());
  const std::size_t sum = crc32(0, bytes, static_cast<uInt>(content.size()));
  return little_endian(20, 2) + little_endian(0, 2) + little_endian(8, 2) + little_endian(0, 4) +
         little_endian(sum, 4) + little_endian(packed, 4) + little_endian(content.size(), 4) +
         little_endian(name.size(), 2) + little_endian(0, 2);
}

std::string write_zip(const Files& files) {
  std::string zip;
  std::string directory;
  for (const auto& [name, content] : files) {
    const std::string packed = deflate_raw(content);
    const std::string fields = zip_fields(name, content, packed.size());
    directory += "PK\x01\x02" + little_endian(20, 2) + fields + little_endian(0, 8) +
                 little_endian(0, 2) + little_endian(zip.size(), 4) + name;
    zip += "PK\x03\x04" + fields + name + packed;
  }
  const std::size_t start = zip.size();
  return zip + directory + "PK\x05\x06" + little_endian(0, 4) + little_endian(files.size(), 2) +
         little_endian(files.size(), 2) + little_endian(directory.size(), 4) +
         little_endian(start, 4) + little_endian(0, 2);
}

}  // namespace

std::string compress(const std::string& compression, const std::string& content) {
  static const std::map<std::string, Setting> filters = {{"bzip2", archive_write_add_filter_bzip2},
                                                         {"gzip", archive_write_add_filter_gzip},
                                                         {"xz", archive_write_add_filter_xz},
                                                         {"zstd", archive_write_add_filter_zstd}};
  return write_with_libarchive(archive_write_set_format_raw, filters.at(compression),
                               {{"data", content}});
}

std::string pack(const std::string& format, const Files& files) {
  if (format == "tar") return write_tar(files);
  if (format == "zip") return write_zip(files);
  return write_with_libarchive(archive_write_set_format_7zip, archive_write_add_filter_none, files);
}

}  // namespace arbiter::testing
