// Tests the server of the explorer: the real program, with clients that send arbitrary bytes.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

// `arbiter serve` with the given files on a free port.
class Server {
 public:
  explicit Server(const std::vector<std::string>& files) {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe2(pipe.data(), O_CLOEXEC) == 0);
    const std::string program = std::filesystem::absolute(arbiter_binary()).string();
    child_ = ::fork();
    REQUIRE(child_ >= 0);
    if (child_ == 0) {
      ::dup2(pipe[1], STDOUT_FILENO);
      const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
      ::dup2(nothing, STDERR_FILENO);
      if (::chdir(repository().c_str()) != 0) ::_exit(127);
      std::vector<std::string> words = {program, "serve"};
      words.insert(words.end(), files.begin(), files.end());
      std::vector<char*> arguments;
      for (std::string& word : words) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      ::execv(program.c_str(), arguments.data());
      ::_exit(127);
    }
    ::close(pipe[1]);
    std::string line;
    for (char c = 0; ::read(pipe[0], &c, 1) == 1 && c != '\n';) line += c;
    ::close(pipe[0]);
    REQUIRE_THAT(line, StartsWith("http://127.0.0.1:"));
    port_ = std::stoi(line.substr(line.rfind(':') + 1));
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    if (child_ > 0) end();
  }

  // Stops the server like Ctrl-C. Returns its status, as in the shell.
  int end() {
    ::kill(child_, SIGINT);
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

  // Returns a connection with a read timeout of ten seconds.
  int connect() const {
    const int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(static_cast<std::uint16_t>(port_));
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(client, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0);
    const timeval limit{.tv_sec = 10, .tv_usec = 0};
    ::setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    return client;
  }

  // Sends the bytes, and returns everything that the server sends until it closes the connection.
  std::string exchange(const std::string& bytes) const {
    const int client = connect();
    for (std::size_t sent = 0; sent < bytes.size();) {
      const auto now = ::send(client, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (now <= 0) break;
      sent += static_cast<std::size_t>(now);
    }
    std::string answer;
    std::array<char, 65536> part;
    for (ssize_t got = 0; (got = ::recv(client, part.data(), part.size(), 0)) > 0;) {
      answer.append(part.data(), static_cast<std::size_t>(got));
    }
    ::close(client);
    return answer;
  }

  std::string host() const { return "Host: 127.0.0.1:" + std::to_string(port_) + "\r\n"; }

  // Returns the whole response to a GET request.
  std::string get(const std::string& target, const std::string& fields = "") const {
    return exchange("GET " + target + " HTTP/1.1\r\n" + host() + fields +
                    "Connection: close\r\n\r\n");
  }

  std::string post(const std::string& target, const std::string& type,
                   const std::string& body) const {
    return exchange("POST " + target + " HTTP/1.1\r\n" + host() + "Content-Type: " + type +
                    "\r\nContent-Length: " + std::to_string(body.size()) +
                    "\r\nConnection: close\r\n\r\n" + body);
  }

  int port() const { return port_; }

 private:
  pid_t child_ = 0;
  int port_ = 0;
};

std::string body_of(const std::string& response) {
  const std::size_t end = response.find("\r\n\r\n");
  return end == response.npos ? "" : response.substr(end + 4);
}

// Returns a status such as "200", or "closed" without a response.
std::string status_of(const std::string& response) {
  return response.size() < 12 ? "closed" : response.substr(9, 3);
}

const std::string kGames = "testdata/tournament.pgn";

std::string database() {
  static const std::string path = [] {
    std::string made = (scratch_folder() / "serve.db").string();
    run_shell("rm -f '" + made + "'; arbiter import -q '" + made + "' " + kGames);
    return made;
  }();
  return path;
}

}  // namespace

TEST_CASE("the interface returns what the commands print", "[serve]") {
  Server server({database()});
  struct Case {
    std::string target;
    std::vector<std::string> command;
  };
  const std::string db = database();
  const Case cases[] = {
      {"tree", {"tree", "--format", "json", db}},
      {"tree?moves=e4+e5&depth=2",
       {"tree", "--format", "json", "--moves", "e4 e5", "--depth", "2", db}},
      {"tree?player=Adler,%20N", {"tree", "--format", "json", "--player", "Adler, N", db}},
      {"games?moves=1.+e4&sort=-date&limit=3",
       {"find", "--format", "json", "--moves", "1. e4", "--sort", "-date", "--limit", "3", db}},
      {"games?where=eco%3DB90+or+plies%3C10&offset=1",
       {"find", "--format", "json", "--where", "eco=B90 or plies<10", "--offset", "1", db}},
      {"games?player=Adler&won=1&not-eco=A",
       {"find", "--format", "json", "--player", "Adler", "--won", "--not-eco", "A", db}},
      {"games?pattern=move+Nf3&hits=count",
       {"find", "--format", "json", "--pattern", "move Nf3", "--hits", "count", db}},
      {"stats", {"stats", "--format", "json", db}},
      {"stats?by=player&sort=-games&limit=2",
       {"stats", "--format", "json", "--by", "player", "--sort", "-games", "--limit", "2", db}},
      {"prepare?name=Brandt,+Ole&min-games=1",
       {"prepare", "--format", "json", "Brandt, Ole", "--min-games", "1", db}},
      {"novelty?only=9&not-game=9",
       {"novelty", "--format", "json", "--earlier", "--against", db, "--only", "9", "--not-game",
        "9", db}},
      {"position?moves=e4+c5", {"position", "--format", "json", "--moves", "e4 c5"}},
      {"position?fen=8/8/8/8/8/5k2/5p2/5K2+w+-+-+0+1",
       {"position", "--format", "json", "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"}},
      {"explain?id=pinned", {"explain", "--format", "json", "pinned"}},
      {"export?player=Adler", {"export", "--format", "pgn", "--player", "Adler", db}},
  };
  for (const auto& [target, command] : cases) {
    CAPTURE(target);
    const std::string response = server.get("/api/v1/" + target);
    CHECK(status_of(response) == "200");
    const std::string printed = run_arbiter(command).output;
    REQUIRE(printed.size() > 20);
    CHECK(body_of(response) == printed);
  }
  CHECK(server.end() == 0);
}

TEST_CASE("files are served like a database of them", "[serve]") {
  const Server files({kGames});
  const Server imported({database()});
  for (const std::string target : {"tree?moves=d4", "stats", "games?player=Adler", "game?id=1"}) {
    CAPTURE(target);
    CHECK(body_of(files.get("/api/v1/" + target)) == body_of(imported.get("/api/v1/" + target)));
  }
  CHECK_THAT(files.get("/api/v1/about"), Contains(R"("games":15,)"));
}

TEST_CASE("a game has its moves, tags and findings", "[serve]") {
  Server server({database()});
  const std::string game = body_of(server.get("/api/v1/game?id=2"));
  CHECK_THAT(game, StartsWith(R"({"type":"game","id":2,"source":)"));
  CHECK_THAT(game, Contains(R"(["White","Castell, Mira"])"));
  CHECK_THAT(game, Contains(R"({"s":"e4","d":"e2-e4P"})"));
  CHECK_THAT(game, Contains(R"({"type":"finding","id":")"));
  CHECK(status_of(server.get("/api/v1/game?id=16")) == "404");
  CHECK(status_of(server.get("/api/v1/game?id=0")) == "400");
}

TEST_CASE("a game has its first move that no earlier game has", "[serve]") {
  for (const std::string& games : {database(), kGames}) {
    CAPTURE(games);
    const Server server({games});
    // Games 2 and 9 of the tournament begin with 1. e4 e5 2. Nf3 Nc6 3. Bb5. Game 9 is later, and
    // has a different result.
    const std::string later = body_of(server.get("/api/v1/novelty?only=9&not-game=9"));
    CHECK_THAT(later, Contains(R"("known_plies":5,"games_before":1,"example":2,)"));
    CHECK_THAT(later, Contains(R"("novelty":"3... a6")"));
    const std::string first = body_of(server.get("/api/v1/novelty?only=1&not-game=1"));
    CHECK_THAT(first, Contains(R"("known_plies":0,"games_before":0,"example":null,)"));
    const std::string missing = server.get("/api/v1/novelty?only=16");
    CHECK(status_of(missing) == "400");
    CHECK_THAT(missing, Contains("game 16 does not exist"));
  }
}

TEST_CASE("archives of games are validated in memory", "[serve]") {
  const Server server({kGames});
  const std::string path = (scratch_folder() / "served.tar").string();
  run_shell("tar -C testdata/diagnostics -chf '" + path + "' pinned.pgn");
  const std::string found =
      server.post("/api/v1/validate", "application/x-chess-pgn", read_text(path));
  CHECK_THAT(found, Contains(R"("id":"pinned")"));
  CHECK_THAT(found, Contains(R"("file":"text:pinned.pgn")"));
  CHECK_THAT(found, !Contains("/proc/"));
}

TEST_CASE("pasted games are validated in memory", "[serve]") {
  Server server({database()});
  const std::string pgn = read_text(testdata("diagnostics/pinned.pgn").string());
  const std::string found = server.post("/api/v1/validate", "application/x-chess-pgn", pgn);
  CHECK(status_of(found) == "200");
  CHECK_THAT(found, Contains(R"("id":"pinned")"));
  CHECK_THAT(found, Contains(R"("article":"Laws 3.9.2")"));
  CHECK_THAT(found, Contains(R"("file":"text")"));
  CHECK_THAT(found, !Contains("/proc/"));
  CHECK(status_of(server.post("/api/v1/validate", "application/x-chess-pgn", "")) == "200");
  CHECK(status_of(server.post("/api/v1/validate", "text/plain", pgn)) == "415");
  CHECK(status_of(server.post("/api/v1/tree", "application/x-chess-pgn", pgn)) == "405");
  CHECK(status_of(server.get("/api/v1/validate")) == "405");
}

TEST_CASE("searches are saved only with --edit", "[serve]") {
  const std::string copy = (scratch_folder() / "edited.db").string();
  run_shell("rm -f '" + copy + ".searches'; cp '" + database() + "' '" + copy + "'");
  const std::string save = "/api/v1/save?player=Adler,+N&won=1&save=won+by+Adler";
  const std::string json = "application/json";
  const Server reading({copy});
  CHECK(status_of(reading.post(save, json, "")) == "403");
  CHECK(body_of(reading.get("/api/v1/searches")).empty());
  const Server editing({copy, "--edit"});
  CHECK(status_of(editing.get(save)) == "405");
  CHECK(status_of(editing.post(save, "text/plain", "")) == "415");
  CHECK(status_of(editing.post("/api/v1/save?save=a:b", json, "")) == "400");
  CHECK(status_of(editing.post("/api/v1/games?save=x", json, "")) == "405");
  CHECK_FALSE(std::filesystem::exists(copy + ".searches"));
  CHECK(status_of(editing.post(save, json, "")) == "200");
  CHECK_THAT(body_of(reading.get("/api/v1/searches")), Contains(R"("name":"won by Adler")"));
  CHECK(run_arbiter({"find", copy, "--count", "--search", "won by Adler"}).output ==
        run_arbiter({"find", copy, "--count", "--player", "Adler, N", "--won"}).output);
  CHECK(status_of(Server({kGames}).get("/api/v1/searches")) == "400");
}

TEST_CASE("requests that the server rejects have a status and a message", "[serve]") {
  Server server({database()});
  const std::string port = std::to_string(server.port());
  const std::string host = server.host();
  const auto request = [](const std::string& line, const std::string& fields) {
    return line + "\r\n" + fields + "Connection: close\r\n\r\n";
  };
  const std::string get = "GET /api/v1/about HTTP/1.1";
  struct Case {
    std::string bytes;
    std::string status;
  };
  const Case cases[] = {
      {request(get, host), "200"},
      {request(get, "Host: localhost:" + port + "\r\n"), "200"},
      {request(get, "Host: LOCALHOST:" + port + "\r\n"), "200"},
      {request(get, "Host: [::1]:" + port + "\r\n"), "200"},
      // Host names of other sites, including ones that begin or end like ours.
      {request(get, ""), "403"},
      {request(get, "Host: example.com:" + port + "\r\n"), "403"},
      {request(get, "Host: 127.0.0.1\r\n"), "403"},
      {request(get, "Host: 127.0.0.1:1\r\n"), "403"},
      {request(get, "Host: 127.0.0.1.example.com:" + port + "\r\n"), "403"},
      {request(get, "Host: localhost.:" + port + "\r\n"), "403"},
      {request(get, "Host: user@127.0.0.1:" + port + "\r\n"), "403"},
      {request(get, "Host: 0.0.0.0:" + port + "\r\n"), "403"},
      {request(get, host + host), "403"},
      {request(get, host + "Origin: http://example.com\r\n"), "403"},
      {request(get, host + "Origin: null\r\n"), "403"},
      {request(get, host + "Origin: https://127.0.0.1:" + port + "\r\n"), "403"},
      {request(get, host + "Origin: http://127.0.0.1:" + port + "\r\n"), "200"},
      {request(get, host + "Sec-Fetch-Site: cross-site\r\n"), "403"},
      {request(get, host + "Sec-Fetch-Site: same-site\r\n"), "403"},
      {request(get, host + "Sec-Fetch-Site: same-origin\r\n"), "200"},
      // Methods.
      {request("POST /api/v1/about HTTP/1.1", host), "405"},
      {request("PUT / HTTP/1.1", host), "405"},
      {request("DELETE /api/v1/game?id=1 HTTP/1.1", host), "405"},
      {request("OPTIONS * HTTP/1.1", host), "405"},
      {request("TRACE / HTTP/1.1", host), "405"},
      {request("CONNECT example.com:443 HTTP/1.1", host), "405"},
      {request("get / HTTP/1.1", host), "405"},
      // Paths.
      {request("GET /etc/passwd HTTP/1.1", host), "404"},
      {request("GET /../../etc/passwd HTTP/1.1", host), "404"},
      {request("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1", host), "404"},
      {request("GET //etc/passwd HTTP/1.1", host), "404"},
      {request("GET /api/v1/../../explorer.js HTTP/1.1", host), "404"},
      {request("GET /api/v1/ HTTP/1.1", host), "404"},
      {request("GET /api/v2/tree HTTP/1.1", host), "404"},
      {request("GET /api/v1/sql?query=select+1 HTTP/1.1", host), "404"},
      {request("GET /api/v1/import HTTP/1.1", host), "404"},
      {request("GET http://127.0.0.1/ HTTP/1.1", host), "400"},
      {request("GET explorer.js HTTP/1.1", host), "400"},
      // Parameters that name files, set options of the process, or are malformed.
      {request("GET /api/v1/games?save=x HTTP/1.1", host), "400"},
      {request("GET /api/v1/tree?openings=/etc/passwd HTTP/1.1", host), "400"},
      {request("GET /api/v1/tree?output=/tmp/arbiter-x HTTP/1.1", host), "400"},
      {request("GET /api/v1/tree?o=/tmp/arbiter-x HTTP/1.1", host), "400"},
      {request("GET /api/v1/games?positions-from=/etc/passwd HTTP/1.1", host), "400"},
      {request("GET /api/v1/tree?positions-from=- HTTP/1.1", host), "400"},
      {request("GET /api/v1/tree?format=pgn HTTP/1.1", host), "400"},
      {request("GET /api/v1/tree?jobs=100 HTTP/1.1", host), "400"},
      {request("GET /api/v1/tree?help=1 HTTP/1.1", host), "400"},
      {request("GET /api/v1/export?split=round HTTP/1.1", host), "400"},
      {request("GET /api/v1/export?anywhere=1 HTTP/1.1", host), "400"},
      {request("GET /api/v1/export?recover=1 HTTP/1.1", host), "400"},
      {request("GET /api/v1/position?fen=- HTTP/1.1", host), "400"},
      {request("GET /api/v1/position?fen=--help HTTP/1.1", host), "400"},
      {request("GET /api/v1/position?fen=nonsense HTTP/1.1", host), "400"},
      {request("GET /api/v1/prepare HTTP/1.1", host), "400"},
      {request("GET /api/v1/prepare?name=-o HTTP/1.1", host), "400"},
      {request("GET /api/v1/novelty HTTP/1.1", host), "400"},
      {request("GET /api/v1/novelty?only=0 HTTP/1.1", host), "400"},
      {request("GET /api/v1/novelty?only=1&against=/etc/passwd HTTP/1.1", host), "400"},
      {request("GET /api/v1/novelty?only=1&positions-from=/etc/passwd HTTP/1.1", host), "400"},
      {request("GET /api/v1/tree?moves=e5 HTTP/1.1", host), "400"},
      {request("GET /api/v1/tree?depth=9 HTTP/1.1", host), "400"},
      {request("GET /api/v1/games?limit=1001 HTTP/1.1", host), "400"},
      {request("GET /api/v1/games?limit=all HTTP/1.1", host), "400"},
      {request("GET /api/v1/games?where=((( HTTP/1.1", host), "400"},
      {request("GET /api/v1/games?pattern=Nf9 HTTP/1.1", host), "400"},
      {request("GET /api/v1/games?won=2&player=a HTTP/1.1", host), "400"},
      {request("GET /api/v1/games?player=%zz HTTP/1.1", host), "400"},
      {request("GET /api/v1/games?player=%00 HTTP/1.1", host), "400"},
      {request("GET /api/v1/games?player=%ff HTTP/1.1", host), "400"},
      {request("GET /api/v1/games?player=a%0d%0ab HTTP/1.1", host), "400"},
      // Requests that are not HTTP, or too large.
      {"\r\n\r\n\r\n", "400"},
      {"nonsense\r\n\r\n", "400"},
      {std::string("GET / HTTP/1.1\r\nHost: \0\r\n\r\n", 28), "400"},
      {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a TLS client\r\n\r\n", "400"},
      {request("GET / HTTP/3.7", host), "400"},
      {request("GET /?" + std::string(100'000, 'a') + " HTTP/1.1", host), "431"},
      {request("GET / HTTP/1.1", host + "X: " + std::string(100'000, 'a') + "\r\n"), "431"},
      {request("POST /api/v1/validate HTTP/1.1",
               host + "Content-Type: application/x-chess-pgn\r\nContent-Length: 99999999999\r\n"),
       "413"},
      {request("POST /api/v1/validate HTTP/1.1",
               host + "Content-Type: application/x-chess-pgn\r\nContent-Length: -1\r\n"),
       "400"},
      {request("POST /api/v1/validate HTTP/1.1",
               host + "Content-Type: application/x-chess-pgn\r\nTransfer-Encoding: chunked\r\n") +
           "zzz\r\n",
       "400"},
  };
  for (const auto& [bytes, status] : cases) {
    CAPTURE(bytes.substr(0, 200));
    const std::string response = server.exchange(bytes);
    CAPTURE(response.substr(0, 600));
    CHECK(status_of(response) == status);
    if (status != "200") CHECK_THAT(body_of(response), StartsWith(R"({"type":"error","message":)"));
    CHECK_THAT(response, Contains("X-Content-Type-Options: nosniff"));
    CHECK_THAT(response, Contains("frame-ancestors 'none'"));
    CHECK_THAT(response, !Contains("root:"));
  }
  CHECK(server.end() == 0);
}

TEST_CASE("every response has the headers that protect the page", "[serve]") {
  const Server server({kGames});
  for (const std::string target : {"/", "/explorer.js", "/explorer.css", "/api/v1/about", "/no"}) {
    CAPTURE(target);
    const std::string response = server.get(target);
    const std::string head = response.substr(0, response.find("\r\n\r\n"));
    CHECK_THAT(head, Contains("Content-Security-Policy: default-src 'none'; script-src 'self'; "
                              "style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                              "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"));
    CHECK_THAT(head, Contains("Referrer-Policy: no-referrer"));
    CHECK_THAT(head, Contains("Cross-Origin-Resource-Policy: same-origin"));
    CHECK_THAT(head, Contains("Cross-Origin-Opener-Policy: same-origin"));
    CHECK_THAT(head, !Contains("Access-Control-Allow"));
  }
}

TEST_CASE("the page has no inline script or style, and is small", "[serve]") {
  const Server server({kGames});
  const std::string page = body_of(server.get("/"));
  CHECK_THAT(page, Contains("<script src=\"/explorer.js\" defer></script>"));
  CHECK_THAT(page, !Contains("<style"));
  CHECK_THAT(page, !Contains("style="));
  CHECK_THAT(page, !Contains("onclick"));
  CHECK_THAT(page, !Contains("{{"));
  // The page contains the strings of the game viewer.
  CHECK_THAT(page, Contains("<summary>Game tags</summary>"));
  CHECK_THAT(page, Contains("aria-label=\"Next move\""));
  const std::size_t size = page.size() + body_of(server.get("/explorer.js")).size() +
                           body_of(server.get("/explorer.css")).size();
  CHECK(size < 200'000);
}

TEST_CASE("an unchanged response is not sent again", "[serve]") {
  Server server({database()});
  const std::string first = server.get("/api/v1/tree");
  const std::size_t begin = first.find("ETag: ") + 6;
  const std::string etag = first.substr(begin, first.find('\r', begin) - begin);
  const std::string second = server.get("/api/v1/tree", "If-None-Match: " + etag + "\r\n");
  CHECK(status_of(second) == "304");
  CHECK(body_of(second).empty());
  CHECK(status_of(server.get("/api/v1/tree", "If-None-Match: \"other\"\r\n")) == "200");
  const std::string head = server.exchange("HEAD /api/v1/tree HTTP/1.1\r\n" + server.host() +
                                           "Connection: close\r\n\r\n");
  CHECK(status_of(head) == "200");
  CHECK(body_of(head).empty());
  CHECK_THAT(head, Contains("Content-Length: " + std::to_string(body_of(first).size())));
}

TEST_CASE("several requests use one connection", "[serve]") {
  const Server server({kGames});
  const std::string one = "GET /api/v1/about HTTP/1.1\r\n" + server.host();
  const std::string both = server.exchange(one + "\r\n" + one + "Connection: close\r\n\r\n");
  CHECK(status_of(both) == "200");
  CHECK_THAT(body_of(both), Contains("HTTP/1.1 200 OK"));
}

TEST_CASE("games imported later are served", "[serve]") {
  const std::string db = (scratch_folder() / "growing.db").string();
  run_shell("rm -f '" + db + "'; arbiter import -q '" + db + "' testdata/diagnostics/pinned.pgn");
  const Server server({db});
  CHECK_THAT(server.get("/api/v1/about"), Contains(R"("games":1,)"));
  run_shell("arbiter import -q '" + db + "' " + kGames);
  std::string about;
  for (int i = 0; i < 100 && about.find(R"("games":16,)") == about.npos; ++i) {
    ::usleep(100'000);
    about = server.get("/api/v1/about");
  }
  CHECK_THAT(about, Contains(R"("games":16,)"));
}

TEST_CASE("clients that stop or go away do not disturb others, and Ctrl-C ends the server",
          "[serve]") {
  Server server({database()});
  const std::string whole = "GET /api/v1/tree HTTP/1.1\r\n" + server.host() + "\r\n";
  // Sends each prefix of a request.
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const int client = server.connect();
    ::send(client, whole.data(), size, MSG_NOSIGNAL);
    ::close(client);
  }
  // Sends complete requests, and does not read the responses.
  for (int i = 0; i < 100; ++i) {
    const int client = server.connect();
    ::send(client, whole.data(), whole.size(), MSG_NOSIGNAL);
    ::close(client);
  }
  // Opens more connections than the server accepts. The excess ones are closed immediately.
  std::vector<int> idle;
  for (int i = 0; i < 200; ++i) idle.push_back(server.connect());
  for (const int client : idle) ::close(client);
  std::string about;
  for (int i = 0; i < 100 && status_of(about) != "200"; ++i) {
    ::usleep(20'000);
    about = server.get("/api/v1/about");
  }
  CHECK(status_of(about) == "200");
  const int silent = server.connect();
  CHECK(server.end() == 0);
  ::close(silent);
}

TEST_CASE("a port that is in use, and files that do not exist, are errors", "[serve]") {
  const Server server({kGames});
  const ProgramRun used = run_arbiter({"serve", kGames, "--port", std::to_string(server.port())});
  CHECK(used.status == 2);
  CHECK_THAT(used.errors, Contains("serve: cannot listen on port"));
  CHECK(run_arbiter({"serve", "no-such.db"}).status == 2);
  CHECK(run_arbiter({"serve", kGames, "--port", "65536"}).status == 2);
}
