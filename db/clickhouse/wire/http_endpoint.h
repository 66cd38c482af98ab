// The HTTP or HTTPS interface of a ClickHouse server. libcurl is loaded at the first query, so that
// other commands start faster.
#pragma once

#include <curl/curl.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "db/clickhouse/wire/endpoint.h"

namespace arbiter::clickhouse {

class HttpConnection;

// An HTTP connection to a server, which is opened at the first request and kept for later requests.
// Each INSERT uses a new connection, because libcurl retries a request if a kept connection breaks,
// and rows must not be sent twice. With TLS, the server's certificate is verified.
//
// A response to another query is recognized by the query id that current servers return, and
// rejected. Servers of version 18 return no id. Until a server has returned an id, each row
// therefore begins with the request number.
class HttpEndpoint final : public Endpoint {
 public:
  HttpEndpoint(const Host& host, Transport transport, Credentials credentials);
  ~HttpEndpoint() override;

  const std::string& name() const override { return name_; }
  Answer ask(const Request& request) override;

 private:
  Answer perform(const Request& request);
  Answer ask_numbered(const Request& request);
  std::unique_ptr<HttpConnection> acquire();
  void release(std::unique_ptr<HttpConnection> connection);
  void end_query(const std::string& query_id);
  static std::string new_query_id();
  std::string url_of(const Request& request, const std::string& query_id) const;

  std::string name_;
  std::string base_url_;
  Credentials credentials_;
  std::atomic<bool> returns_query_ids_ = false;
  std::mutex mutex_;
  std::vector<std::unique_ptr<HttpConnection>> spare_;
};

class HttpHeader {
 public:
  // Adds the next header line, including its line break. A status line restarts the header, because
  // interim responses (1xx) precede the final one.
  void add_line(std::string_view line);

  // Returns whether the empty line of the final response was added.
  bool is_complete() const { return is_complete_; }
  // Returns whether the end of the body can be recognized, by Content-Length or by the last chunk.
  bool has_length() const { return has_length_; }
  // Returns whether the header contains a field that all ClickHouse versions send.
  bool is_clickhouse() const { return is_clickhouse_; }
  // Returns the id of the query; empty in old versions.
  const std::string& query_id() const { return query_id_; }

 private:
  bool is_interim_ = false;
  bool is_complete_ = false;
  bool has_length_ = false;
  bool is_clickhouse_ = false;
  std::string query_id_;
};

// The functions of libcurl, as declared in <curl/curl.h>.
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

// Returns libcurl. The first call takes about 10 ms. If libcurl is missing, throws IoError with the
// package to install.
const CurlLibrary& curl_library();

}  // namespace arbiter::clickhouse
