#include "tools/serve/http_server.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <set>

namespace arbiter {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using Tcp = asio::ip::tcp;
using ErrorCode = beast::error_code;

constexpr std::chrono::milliseconds kEndInterval{50};
constexpr std::chrono::seconds kFinishTime{2};
constexpr std::size_t kMaxDiscarded = std::size_t{16} << 20;
constexpr std::size_t kDiscardedBlock = 64 << 10;
constexpr std::size_t kLarge = std::size_t{1} << 20;

class Session;

// The state that all connections share. It is used only on the thread of the I/O context.
struct Shared {
  const HttpLimits& limits;
  HttpHandler& handler;
  asio::io_context& context;
  asio::thread_pool& workers;
  asio::thread_pool& quick_workers;
  std::set<Session*> sessions = {};
  std::size_t large_bytes = 0;  // total size of the large responses being sent
};

// A connection. It lives while any of its operations is pending.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Tcp::socket socket, Shared& shared) : stream_(std::move(socket)), shared_(shared) {
    shared_.sessions.insert(this);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() { shared_.sessions.erase(this); }

  void read_head() {
    parser_.emplace();
    parser_->header_limit(shared_.limits.header_bytes);
    parser_->body_limit(shared_.limits.body_bytes);
    stream_.expires_after(shared_.limits.reading_time);
    is_checked_ = false;
    read_more();
  }

  void stop() {
    stop_.request_stop();
    close();
  }

 private:
  std::string field(http::field name) const {
    const auto value = parser_->get()[name];
    return {value.data(), value.size()};
  }

  void check_head() {
    const auto& head = parser_->get();
    keeps_alive_ = head.keep_alive();
    is_head_ = head.method() == http::verb::head;
    stop_ = {};
    request_ = {};
    request_.method = std::string(head.method_string());
    request_.target = std::string(head.target());
    if (head.count(http::field::host) == 1) request_.host = field(http::field::host);
    request_.origin = field(http::field::origin);
    const auto site = head["Sec-Fetch-Site"];
    request_.fetch_site = {site.data(), site.size()};
    request_.content_type = field(http::field::content_type);
    request_.if_none_match = field(http::field::if_none_match);
    request_.stop = stop_.get_token();
    if (auto refusal = shared_.handler.refuse(request_)) {
      // The rest of the request is not read.
      keeps_alive_ = keeps_alive_ && parser_->is_done();
      return write(*std::move(refusal));
    }
    is_checked_ = true;
    parser_->eager(true);
    parser_->is_done() ? answer() : read_more();
  }

  // Reads the header, and after check_head() the body. Each kind of operation is compiled once, so
  // one loop takes less time than async_read_header() and async_read().
  void read_more() {
    http::async_read_some(
        stream_, buffer_, *parser_, [self = shared_from_this()](ErrorCode error, std::size_t) {
          if (error) return self->end_reading(error);
          const auto& parser = *self->parser_;
          const bool is_complete = self->is_checked_ ? parser.is_done() : parser.is_header_done();
          if (!is_complete) return self->read_more();
          self->is_checked_ ? self->answer() : self->check_head();
        });
  }

  void end_reading(ErrorCode error) {
    const bool has_gone = error == http::error::end_of_stream ||
                          error == http::error::partial_message || error == beast::error::timeout ||
                          error.category() == asio::error::get_system_category() ||
                          error.category() == asio::error::get_misc_category();
    if (has_gone) return close();
    keeps_alive_ = false;
    write(error == http::error::header_limit
              ? shared_.handler.failure(431, "the header is too large")
          : error == http::error::body_limit ? shared_.handler.failure(413, "the body is too large")
                                             : shared_.handler.failure(400, "malformed request"));
  }

  void answer() {
    request_.body = std::move(parser_->get().body());
    stream_.expires_never();
    is_answering_ = true;
    watch_client();
    // The worker returns the session to the I/O context's thread, which destroys it.
    const bool is_quick = shared_.handler.is_quick(request_);
    asio::thread_pool& workers = is_quick ? shared_.quick_workers : shared_.workers;
    asio::post(workers, [self = shared_from_this()]() mutable {
      HttpResponse response = self->shared_.handler.answer(self->request_);
      asio::io_context& context = self->shared_.context;
      asio::post(context, [self = std::move(self), response = std::move(response)]() mutable {
        self->is_answering_ = false;
        ErrorCode ignored;
        self->stream_.socket().cancel(ignored);  // cancels watching the client
        self->write(std::move(response));
      });
    });
  }

  // Stops the query if the client disconnects.
  void watch_client() {
    stream_.socket().async_wait(Tcp::socket::wait_read, [self =
                                                             shared_from_this()](ErrorCode error) {
      if (error || !self->is_answering_) return;
      char next = 0;
      ErrorCode failure;
      self->stream_.socket().non_blocking(true, failure);
      self->stream_.socket().receive(asio::buffer(&next, 1), Tcp::socket::message_peek, failure);
      if (failure) self->stop_.request_stop();
    });
  }

  void write(HttpResponse response) {
    const std::size_t own = response.body.size();
    if (own > kLarge && shared_.large_bytes + own > shared_.limits.large_bytes) {
      response = shared_.handler.failure(503, "too many large responses at the same time");
    }
    large_bytes_ = response.body.size() > kLarge ? response.body.size() : 0;
    shared_.large_bytes += large_bytes_;
    message_.emplace();
    message_->version(11);
    message_->result(response.status);
    for (const auto& [name, value] : response.fields) message_->insert(name, value);
    if (!response.content_type.empty()) {
      message_->set(http::field::content_type, response.content_type);
    }
    const std::size_t size = response.body.size();
    if (!is_head_ && response.status != 304) message_->body() = std::move(response.body);
    if (response.status != 304) message_->content_length(size);
    message_->keep_alive(keeps_alive_);
    writing_end_ = std::chrono::steady_clock::now() + shared_.limits.writing_time;
    serializer_.emplace(*message_);
    serializer_->split(is_head_);
    write_more();
  }

  // Writes as much as the client accepts, until the response is complete.
  void write_more() {
    const auto stalled = std::chrono::steady_clock::now() + shared_.limits.stall_time;
    stream_.expires_at(std::min(stalled, writing_end_));
    http::async_write_some(
        stream_, *serializer_, [self = shared_from_this()](ErrorCode error, std::size_t) {
          const bool is_complete =
              self->is_head_ ? self->serializer_->is_header_done() : self->serializer_->is_done();
          if (!error && !is_complete) return self->write_more();
          self->message_.reset();
          self->serializer_.reset();
          self->shared_.large_bytes -= self->large_bytes_;
          self->request_ = {};
          if (error) return self->close();
          self->keeps_alive_ ? self->read_head() : self->finish();
        });
  }

  // Closes the connection after the client has read the response. Closing it with unread bytes
  // would discard the response.
  void finish() {
    ErrorCode ignored;
    stream_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
    stream_.expires_after(kFinishTime);
    discard(kMaxDiscarded);
  }

  void discard(std::size_t limit) {
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(kDiscardedBlock),
                            [self = shared_from_this(), limit](ErrorCode error, std::size_t bytes) {
                              if (error || bytes >= limit) return self->close();
                              self->discard(limit - bytes);
                            });
  }

  void close() {
    ErrorCode ignored;
    stream_.socket().shutdown(Tcp::socket::shutdown_both, ignored);
    stream_.close();
  }

  beast::tcp_stream stream_;
  Shared& shared_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::optional<http::response<http::string_body>> message_;
  std::optional<http::response_serializer<http::string_body>> serializer_;
  HttpRequest request_;
  std::chrono::steady_clock::time_point writing_end_;
  std::stop_source stop_;
  std::size_t large_bytes_ = 0;  // size of the response being sent, if it is large
  bool keeps_alive_ = false;
  bool is_head_ = false;
  bool is_checked_ = false;  // the header of the request
  bool is_answering_ = false;
};

class BeastServer final : public HttpServer {
 public:
  BeastServer(const HttpLimits& limits, HttpHandler& handler)
      : limits_(limits),
        workers_(limits.workers),
        shared_{limits_, handler, context_, workers_, quick_workers_} {}

  ~BeastServer() override {
    for (asio::thread_pool* pool : {&workers_, &quick_workers_}) {
      pool->stop();
      pool->join();
    }
  }

  ErrorCode listen(std::uint16_t port) {
    const Tcp::endpoint place(asio::ip::address_v4::loopback(), port);
    ErrorCode error;
    acceptor_.open(place.protocol(), error);
    if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor_.bind(place, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    return error;
  }

  std::uint16_t port() const override { return acceptor_.local_endpoint().port(); }

  void run(const std::function<bool()>& is_at_end) override {
    accept();
    check_end(is_at_end);
    context_.run();
    workers_.join();
    quick_workers_.join();
    context_.restart();
    context_.poll();  // destroys the sessions of stopped requests
  }

 private:
  void accept() {
    acceptor_.async_accept([this](ErrorCode error, Tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return accept_later();
      if (shared_.sessions.size() < limits_.connections) {
        socket.set_option(Tcp::no_delay(true), error);
        std::make_shared<Session>(std::move(socket), shared_)->read_head();
      }
      accept();
    });
  }

  // Retries later if the system is out of file descriptors.
  void accept_later() {
    pause_.expires_after(kEndInterval);
    pause_.async_wait([this](ErrorCode error) {
      if (!error) accept();
    });
  }

  void check_end(const std::function<bool()>& is_at_end) {
    if (is_at_end()) {
      acceptor_.close();
      pause_.cancel();
      const std::set<Session*> sessions = shared_.sessions;
      for (Session* session : sessions) session->stop();
      return;
    }
    timer_.expires_after(kEndInterval);
    timer_.async_wait([this, &is_at_end](ErrorCode) { check_end(is_at_end); });
  }

  const HttpLimits limits_;
  asio::io_context context_{1};
  asio::thread_pool workers_;
  asio::thread_pool quick_workers_{1};
  Shared shared_;
  Tcp::acceptor acceptor_{context_};
  asio::steady_timer timer_{context_};
  asio::steady_timer pause_{context_};
};

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::open(std::uint16_t port, const HttpLimits& limits,
                                                     HttpHandler& handler) {
  auto server = std::make_unique<BeastServer>(limits, handler);
  if (const ErrorCode error = server->listen(port)) return Error{error.message()};
  return std::unique_ptr<HttpServer>(std::move(server));
}

}  // namespace arbiter
