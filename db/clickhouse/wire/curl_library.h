// libcurl, loaded at the first query to a cluster, so that other commands start faster.
#pragma once

#include <curl/curl.h>

namespace arbiter::clickhouse {

// The functions of libcurl, as in <curl/curl.h>.
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

// Returns libcurl. The first call takes about 10 ms. Throws IoError with the package to install if
// it is missing.
const CurlLibrary& curl_library();

}  // namespace arbiter::clickhouse
