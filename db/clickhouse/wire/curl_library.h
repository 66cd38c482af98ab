// libcurl, loaded when the first cluster is asked: whoever asks none does not wait for it.
#pragma once

#include <curl/curl.h>

namespace arbiter::clickhouse {

// Its functions, as <curl/curl.h> declares them.
struct CurlLibrary {
  decltype(&::curl_global_init) global_init;
  decltype(&::curl_easy_init) easy_init;
  decltype(&::curl_easy_cleanup) easy_cleanup;
  decltype(&::curl_easy_reset) easy_reset;
  decltype(&::curl_easy_setopt) easy_setopt;
  decltype(&::curl_easy_perform) easy_perform;
  decltype(&::curl_easy_getinfo) easy_getinfo;
  decltype(&::curl_easy_strerror) easy_strerror;
  decltype(&::curl_slist_append) slist_append;
  decltype(&::curl_slist_free_all) slist_free_all;
};

// Throws IoError that names the package to install where there is none. About 10 ms the first time.
const CurlLibrary& curl_library();

}  // namespace arbiter::clickhouse
