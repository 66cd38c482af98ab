// libarchive, loaded when the first archive is opened: the libraries that it
// brings along cost 1.2 ms of start-up, a twentieth of a run over a small file
// (measured with an empty main, 2026-11-21).
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include "lib/base/result.h"

namespace arbiter {

// The functions of libarchive that reading takes, under their own names.
struct LibArchive {
  decltype(::archive_read_new)* read_new;
  decltype(::archive_read_free)* read_free;
  decltype(::archive_read_support_filter_bzip2)* support_filter_bzip2;
  decltype(::archive_read_support_filter_xz)* support_filter_xz;
  decltype(::archive_read_support_filter_lz4)* support_filter_lz4;
  decltype(::archive_read_support_format_raw)* support_format_raw;
  decltype(::archive_read_support_format_empty)* support_format_empty;
  decltype(::archive_read_support_format_tar)* support_format_tar;
  decltype(::archive_read_support_format_zip)* support_format_zip;
  decltype(::archive_read_support_format_7zip)* support_format_7zip;
  decltype(::archive_read_set_callback_data)* set_callback_data;
  decltype(::archive_read_set_read_callback)* set_read_callback;
  decltype(::archive_read_set_seek_callback)* set_seek_callback;
  decltype(::archive_read_open1)* open1;
  decltype(::archive_read_next_header)* next_header;
  decltype(::archive_read_data_block)* data_block;
  decltype(::archive_error_string)* error_string;
  decltype(::archive_set_error)* set_error;
  decltype(::archive_entry_filetype)* entry_filetype;
  decltype(::archive_entry_pathname)* entry_pathname;
  decltype(::archive_entry_pathname_utf8)* entry_pathname_utf8;
};

// Loads the library at the first call. The error says what is missing.
Result<const LibArchive*> load_libarchive();

}  // namespace arbiter
