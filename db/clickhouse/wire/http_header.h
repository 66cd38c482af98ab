// The header of an HTTP/1.1 response.
#pragma once

#include <string>
#include <string_view>

namespace arbiter::clickhouse {

class HttpHeader {
 public:
  // Adds the next line, with its line break. A status line restarts the header: interim responses
  // (1xx) precede the final one.
  void add_line(std::string_view line);

  // Returns whether the empty line of the final response was added.
  bool is_complete() const { return is_complete_; }
  // Returns whether the end of the body can be recognized: by Content-Length or by the last chunk.
  bool has_length() const { return has_length_; }
  // Returns whether a field is one of ClickHouse's, which all versions send.
  bool is_clickhouse() const { return is_clickhouse_; }
  // The id of the query that was run; empty in old versions.
  const std::string& query_id() const { return query_id_; }

 private:
  bool is_interim_ = false;
  bool is_complete_ = false;
  bool has_length_ = false;
  bool is_clickhouse_ = false;
  std::string query_id_;
};

}  // namespace arbiter::clickhouse
