// An HTTP/1.1 server that listens only on 127.0.0.1.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/result.h"

namespace arbiter {

struct HttpRequest {
  std::string method;  // such as "GET"
  std::string target;  // as sent, such as "/api/v1/tree?moves=e4"
  // The relevant header fields; empty if missing. A duplicate Host field counts as missing.
  std::string host;
  std::string origin;
  std::string fetch_site;  // Sec-Fetch-Site
  std::string content_type;
  std::string if_none_match;
  std::string body;
  std::stop_token stop;  // requested if the client has disconnected
};

struct HttpResponse {
  unsigned status = 200;
  std::string content_type = {};
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> fields = {};
};

class HttpHandler {
 public:
  HttpHandler() = default;
  HttpHandler(const HttpHandler&) = delete;
  HttpHandler& operator=(const HttpHandler&) = delete;
  virtual ~HttpHandler() = default;

  // Returns a response that does not need the request body, such as a rejection; nothing if the
  // body must be read. Must not block.
  virtual std::optional<HttpResponse> refuse(const HttpRequest& head) = 0;
  // Returns whether the response is fast, so that it bypasses the queue of slow ones. Must not
  // block.
  virtual bool is_quick(const HttpRequest& /*request*/) const { return false; }
  // Returns the response. Called on several threads.
  virtual HttpResponse answer(const HttpRequest& request) = 0;
  // Returns the response to a request that is malformed or too large.
  virtual HttpResponse failure(unsigned status, std::string_view message) = 0;
};

struct HttpLimits {
  std::uint32_t header_bytes = 16 << 10;
  std::uint64_t body_bytes = std::uint64_t{8} << 20;
  std::size_t connections = 128;  // further connections are closed immediately
  // Timeout for reading a request, and for idle connections.
  std::chrono::seconds reading_time{20};
  std::chrono::seconds writing_time{120};  // timeout for writing a response
  // Connections are closed if the client reads nothing of a response for this time.
  std::chrono::seconds stall_time{20};
  // The number of threads that process requests, in addition to one for quick requests.
  unsigned workers = 4;
  // The maximum total size of responses above 1 MB that are sent at the same time. Further ones get
  // status 503.
  std::size_t large_bytes = std::size_t{256} << 20;
};

class HttpServer {
 public:
  // Listens on the port; 0 means any free port. The error does not contain the port.
  static Result<std::unique_ptr<HttpServer>> open(std::uint16_t port, const HttpLimits& limits,
                                                  HttpHandler& handler);
  HttpServer() = default;
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  virtual ~HttpServer() = default;

  virtual std::uint16_t port() const = 0;

  // Processes requests until `is_at_end`, which is called several times a second, returns true.
  // Then stops the requests in progress through their stop tokens, and waits for them.
  virtual void run(const std::function<bool()>& is_at_end) = 0;
};

}  // namespace arbiter
