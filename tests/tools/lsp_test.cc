// Tests the language server with a simulated editor.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "tests/io/temporary_folder.h"
#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

const std::string kUri = "file:///nowhere/a%20b.pgn";
const std::string kIllegal = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Nb4 1-0\n";

std::string quoted(const std::string& text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    c == '\n' ? json += "\\n" : json += c;
  }
  return json + "\"";
}

std::string framed(const std::string& body) {
  return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string request(int id, const std::string& method, const std::string& params = "{}") {
  return framed("{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(id) + ",\"method\":\"" + method +
                "\",\"params\":" + params + "}");
}

std::string notification(const std::string& method, const std::string& params) {
  return framed("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
}

std::string opened(const std::string& text) {
  return notification(
      "textDocument/didOpen",
      "{\"textDocument\":{\"uri\":\"" + kUri + "\",\"version\":1,\"text\":" + quoted(text) + "}}");
}

std::string document(const std::string& more = "") {
  return "{\"textDocument\":{\"uri\":\"" + kUri + "\"}" + more + "}";
}

std::string place(int line, int character) {
  return "{\"line\":" + std::to_string(line) + ",\"character\":" + std::to_string(character) + "}";
}

// Returns the messages of the server, and its exit status in `status`.
std::vector<Json> answers_to(const std::string& messages, int& status) {
  const ProgramRun run =
      run_arbiter({"lsp"}, request(1, "initialize") + messages + request(99, "shutdown") +
                               framed("{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}"));
  status = run.status;
  std::vector<Json> answers;
  for (std::size_t at = 0; at < run.output.size();) {
    const std::size_t end = run.output.find("\r\n\r\n", at);
    REQUIRE(end != std::string::npos);
    const std::size_t size = std::stoul(run.output.substr(at + 16, end - at - 16));
    answers.push_back(Json::parse(run.output.substr(end + 4, size)));
    at = end + 4 + size;
  }
  return answers;
}

std::vector<Json> answers_to(const std::string& messages) {
  int status = 0;
  std::vector<Json> answers = answers_to(messages, status);
  CHECK(status == 0);
  return answers;
}

// Returns the findings in the last message with findings.
Json findings_in(const std::vector<Json>& answers) {
  Json findings;
  for (const Json& answer : answers) {
    if (answer.contains("method")) findings = answer["params"]["diagnostics"];
  }
  return findings;
}

const Json& answer_in(const std::vector<Json>& answers, int id) {
  for (const Json& answer : answers) {
    if (answer.contains("id") && answer["id"] == id) return answer;
  }
  FAIL("no answer to " << id);
  return answers.front();
}

}  // namespace

TEST_CASE("the server sends the findings of an opened text with their places") {
  const auto answers = answers_to(opened("{\xf0\x9f\x99\x82\xc3\xa4} " + kIllegal));
  CHECK(answer_in(answers, 1)["result"]["capabilities"]["hoverProvider"] == Json::parse("true"));
  const Json findings = findings_in(answers);
  bool is_found = false;
  for (const Json& finding : findings.elements()) {
    if (!(finding["code"] == "must-answer-check")) continue;
    is_found = true;
    // The comment has 2 + 1 UTF-16 units, two braces and a space.
    CHECK(finding["range"]["start"] == Json::parse(place(0, 29 + 6)));
    CHECK(finding["range"]["end"] == Json::parse(place(0, 32 + 6)));
    CHECK(finding["severity"] == 1);
  }
  CHECK(is_found);
}

TEST_CASE("a finding is explained with its article, and repaired") {
  const auto answers = answers_to(
      opened(kIllegal) +
      request(2, "textDocument/hover", document(",\"position\":" + place(0, 30))) +
      request(3, "textDocument/hover", document(",\"position\":" + place(0, 5))) +
      request(4, "textDocument/codeAction",
              document(",\"range\":{\"start\":" + place(0, 30) + ",\"end\":" + place(0, 30) +
                       "},\"context\":{\"diagnostics\":[]}")) +
      request(5, "textDocument/formatting", document(",\"options\":{}")) +
      request(6, "textDocument/unheard"));
  CHECK_THAT(answer_in(answers, 2)["result"]["contents"]["value"].text(),
             Contains("must-answer-check") && Contains("Laws"));
  CHECK(answer_in(answers, 3)["result"].is_null());
  const Json& actions = answer_in(answers, 4)["result"];
  REQUIRE(actions.size() == 1);
  CHECK_THAT(actions[0]["title"].text(), Contains("repair") && Contains("%"));
  CHECK(actions[0]["edit"]["changes"][kUri].size() > 0);
  CHECK(answer_in(answers, 5)["result"].size() > 0);
  CHECK(answer_in(answers, 6)["error"]["code"] == -32601);
}

TEST_CASE("after each edit the findings are those of the whole text") {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text +=
        "[Event \"Round " + std::to_string(i) + "\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
  }
  std::string messages = opened(text);
  std::mt19937 random(6);
  for (int i = 0; i < 20; ++i) {
    const auto line = static_cast<int>(3 + 5 * (random() % 300));
    const std::string word = i % 2 == 0 ? "Ke8 " : "";
    messages += notification(
        "textDocument/didChange",
        "{\"textDocument\":{\"uri\":\"" + kUri + "\",\"version\":" + std::to_string(i + 2) +
            "},\"contentChanges\":[{\"range\":{\"start\":" + place(line, 3) +
            ",\"end\":" + place(line, 3) + "},\"text\":" + quoted(word) + "}]}");
    std::size_t at = 0;
    for (int n = 0; n < line; ++n) at = text.find('\n', at) + 1;
    text.insert(at + 3, word);
  }
  CHECK(findings_in(answers_to(messages)) == findings_in(answers_to(opened(text))));
  CHECK(findings_in(answers_to(messages)).size() >= 5);
}

TEST_CASE("a repair in a text with CRLF changes only its own game") {
  const std::string game = "[Event \"a\"]\r\n\r\n1. e4 e5 *\r\n\r\n";
  const std::string broken = "[Event \"b\"]\r\n\r\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Nb4 1-0\r\n\r\n";
  std::string json = quoted(game + broken + game);
  for (std::size_t at = 0; (at = json.find('\r', at)) != std::string::npos;) {
    json.replace(at, 1, "\\r");
  }
  const auto answers = answers_to(
      notification("textDocument/didOpen", "{\"textDocument\":{\"uri\":\"" + kUri +
                                               "\",\"version\":1,\"text\":" + json + "}}") +
      request(2, "textDocument/codeAction",
              document(",\"range\":{\"start\":" + place(6, 30) + ",\"end\":" + place(6, 30) +
                       "},\"context\":{\"diagnostics\":[]}")));
  const Json& actions = answer_in(answers, 2)["result"];
  REQUIRE(actions.size() == 1);
  for (const Json& edit : actions[0]["edit"]["changes"][kUri].elements()) {
    CHECK(edit["range"]["start"]["line"].number() >= 4);
    CHECK(edit["range"]["end"]["line"].number() <= 7);
    CHECK(edit["newText"].text().find("\r\n\r\n1. e4") != std::string::npos);
  }
}

TEST_CASE("the findings are right after edits at the edges of games") {
  const std::string one = "[Event \"a\"]\n\n1. e4 e5 2. Ke8 *\n\n";
  std::string text;
  while (text.size() < 100'000) text += one;
  std::string messages = opened(text);
  std::mt19937 random(7);
  std::vector<std::size_t> lines;
  for (int version = 2; version < 42; ++version) {
    lines.assign(1, 0);
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;)
      lines.push_back(++at);
    // Deletes some lines, or inserts an empty line, a game, or half a game.
    const auto from = static_cast<std::size_t>(random() % (lines.size() - 1));
    const std::size_t to =
        std::min(from + random() % 3 * (random() % 9 == 0 ? 800 : 1), lines.size() - 1);
    const std::string added =
        std::vector<std::string>{"", "\n", one, one.substr(0, 12)}[random() % 4];
    messages += notification(
        "textDocument/didChange",
        "{\"textDocument\":{\"uri\":\"" + kUri + "\",\"version\":" + std::to_string(version) +
            "},\"contentChanges\":[{\"range\":{\"start\":" + place(static_cast<int>(from), 0) +
            ",\"end\":" + place(static_cast<int>(to), 0) + "},\"text\":" + quoted(added) + "}]}");
    messages +=
        request(1000 + version, "textDocument/hover", document(",\"position\":" + place(2, 16)));
    text.replace(lines[from], lines[to] - lines[from], added);
  }
  CHECK(findings_in(answers_to(messages)) == findings_in(answers_to(opened(text))));
}

TEST_CASE("200 edits of a file of 10,000 games through a client library") {
  if (run_shell("test -d \"$(npm root --global)/vscode-languageserver-protocol\"").status != 0) {
    SKIP_TEST("vscode-languageserver-protocol is not installed (tests/browser/install does it)");
  }
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 10'000; ++i) {
    text += "[Event \"" + std::to_string(i) + "\"]\n[Result \"*\"]\n\n";
    for (int move = 1; move < 20; ++move) {
      text += std::to_string(move) + (move % 2 == 1 ? ". Nf3 Nf6 " : ". Ng1 Ng8 ");
    }
    text += "*\n\n";
  }
  const ProgramRun run = run_shell(
      "NODE_PATH=$(npm root --global) node tests/tools/edit_file.mjs \"" +
      std::string("$(command -v arbiter)") + "\" " + folder.write("games.pgn", text) + " 200");
  CAPTURE(run.output, run.errors);
  REQUIRE(run.status == 0);
  const Json measured = Json::parse(run.output);
  CHECK(measured["answers"] == 200);
  CHECK(measured["wrong"] == 0);
  CHECK(measured["grown_kb"].number() < 8192);
}

TEST_CASE("malformed messages do not end the server") {
  CHECK_NOTHROW(answers_to(framed("{") + framed("[]") + framed("{\"id\":7,\"method\":5}") +
                           request(8, "textDocument/hover", "{}") +
                           notification("textDocument/didOpen", "{\"textDocument\":{}}")));
  int status = 0;
  answers_to("Content-Length: 99999999999999\r\n\r\n", status);
  CHECK(status == 2);
  CHECK(run_arbiter({"lsp"}, "").status == 1);
  const ProgramRun cut = run_arbiter({"lsp"}, "Content-Length: 99\r\n\r\n{}");
  CHECK(cut.status == 2);
  CHECK_THAT(cut.errors, Contains("the input ends within a message; check its Content-Length"));
  CHECK_THAT(run_arbiter({"lsp"}, "Content-Length: 1\r\n\r\n{}").output, Contains("-32700"));
}
