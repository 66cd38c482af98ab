#include "db/model/name_pattern.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/tags/person_name.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

struct Case {
  std::string text;
  std::vector<std::string> found;
  std::vector<std::string> not_found;
};

bool finds(const std::string& text, const std::string& name, NameKind kind = NameKind::Person) {
  return NamePattern(text, kind).matches(folded_name(name));
}

void check(const Case& test, NameKind kind) {
  for (const std::string& name : test.found) {
    CAPTURE(test.text, name);
    CHECK(finds(test.text, name, kind));
  }
  for (const std::string& name : test.not_found) {
    CAPTURE(test.text, name);
    CHECK_FALSE(finds(test.text, name, kind));
  }
}

}  // namespace

TEST_CASE("words match the beginnings of words in a player's name", "[names]") {
  check(
      GENERATE(values<Case>({
          {"Carlsen, M",
           {"Carlsen, Magnus", "Carlsen,M.", "CARLSEN,MAGNUS", "Magnus Carlsen", "Carlsen M"},
           {"Carlsen, Henrik", "Carlsenova, M", "Carlsen", "Miles, Carlsen", "Carlson, Magnus"}},
          {"magnus carlsen", {"Carlsen, Magnus", "Magnus Carlsen"}, {"Carlsen, M", "Carlsen"}},
          {"carl", {"Carlsen, Magnus", "Smith, Carl"}, {"McCarl, A"}},
          {"Carlsen,", {"Carlsen, Magnus", "Carlsen"}, {"Carlsenova, M", "Smith, Carlsen"}},
          {"Fischer, R.J.",
           {"Fischer, Robert James", "Fischer,R J"},
           {"Fischer, Robert", "Fischer, James"}},
          {"r r", {"Rubin, R", "Rogers, Rae"}, {"Rubin, A"}},
          {"m magnus", {"Magnus, Max", "Max, Magnus"}, {"Magnus, A"}},
          {"carl c", {"Carlsen, Carl", "Carlsen, C"}, {"Carlsen, Magnus"}},
          {"Van Wely, L", {"Van Wely, Loek", "Wely, Loek van"}, {"Van Wely, Max", "Wely, Max L"}},
          {"Li, A", {"Li, Ang", "Li,A"}, {"Adams, Li", "Liang, A", "Lima, A"}},
          {"vachier", {"Vachier-Lagrave, Maxime"}, {}},
          {"*arls", {"Carlsen, Magnus", "Karlson, A", "Ivan, Charlsen"}, {"Carl, S", "Arl, S"}},
          {"*ARLS, m", {"Carlsen, Magnus", "Magnus Carlsen"}, {"Carlsen, Henrik", "Marlsen"}},
          {"*é", {"Carlsen, E", "José"}, {"Tal"}},
          {"~Nimzovich", {"Nimzowitsch, Aron", "Aron Nimzovitch", "Nimcovič"}, {"Nimitz", "Aron"}},
          {"~chigorin, m", {"Tschigorin, Mikhail", "Čigorin,M"}, {"Chigorin, A", "Gorin, M"}},
          {"~aljechin", {"Alekhine, Alexander", "Alechin"}, {"Alexander", "Kalekhine", "Lechin"}},
          {"~Korchnoi *ik", {"Kortschnoj, Viktor", "Kortchnoi, Ik"}, {"Kortschnoj, Ivan"}},
          {"~Yusupov", {"Jussupow, Artur", "Iusupov", "Юсупов"}, {"Usmanov", "Sutovsky"}},
          {"~Karlsen", {"Carlsen, Magnus"}, {"Sarlsen, A", "Carls, B"}},
          {"~Petrosian", {"Petrosjan", "Petrossian"}, {"Petrov"}},
          {"~", {"?", ""}, {"Tal"}},
          {"*", {"?", ""}, {"Tal"}},
          {"?", {"?", "", "-"}, {"Carlsen, Magnus"}},
      })),
      NameKind::Person);
}

TEST_CASE("spellings of one name match each other", "[names]") {
  const auto names = GENERATE(values<std::vector<std::string>>({
      {"Muller", "Mueller", "Müller", "MÜLLER, Hans", "Mu\u0308ller,H"},
      {"Karpov", "Карпов", "КАРПОВ, Анатолий", "Karpov, Anatoly"},
      {"Sergey", "Sergei", "Sergej", "Сергей", "Sergeij"},
      {"Dmitry", "Dmitri", "Dmitrij", "Dmitriy", "Дмитрий"},
      {"Korchnoi", "Korchnoy", "Корчной"},
      {"Aagaard", "Ågård", "Aagard"},
      {"Soerensen", "Sørensen", "Sorensen"},
  }));
  for (const std::string& sought : names) {
    if (sought.find(',') != std::string::npos) continue;
    for (const std::string& name : names) {
      CAPTURE(sought, name);
      CHECK(finds(sought, name));
    }
  }
}

TEST_CASE("two vowels that are not an umlaut stay unchanged", "[names]") {
  CHECK_FALSE(finds("Bauer", "Baur"));
  CHECK_FALSE(finds("Sue", "Susan"));
  CHECK(finds("Sue", "Suetin, Alexey"));
  CHECK_FALSE(finds("Maria", "Mary"));
  CHECK_FALSE(finds("Mary", "Marian"));
  CHECK_FALSE(finds("y", "i"));
}

TEST_CASE("an equals sign means the whole name", "[names]") {
  CHECK(finds("=Carlsen, Magnus", "CARLSEN,Magnus"));
  CHECK(finds("=Müller", "Muller"));
  CHECK_FALSE(finds("=Carlsen", "Carlsen, Magnus"));
  CHECK_FALSE(finds("=Carlsen, M", "Carlsen, Magnus"));
  CHECK_FALSE(finds("=Muller", "Mueller"));
  CHECK_FALSE(finds("=Magnus Carlsen", "Carlsen, Magnus"));
  CHECK(finds("=", "?"));
}

TEST_CASE("a comma in a place name only separates words", "[names]") {
  check(GENERATE(values<Case>({
            {"moscow rus", {"Moscow, RUS", "Moscow (Russia)"}, {"Moscow"}},
            {"Moscow, R", {"Moscow RUS", "Rublevo, Moscow"}, {"Moscow"}},
            {"wch blitz", {"FIDE Wch Blitz 2014", "Blitz WCh"}, {"Wch Rapid"}},
            {"gm g", {"GM Gala", "Graz GM"}, {"GM Blitz"}},
            {"lichess.org/Ab1C", {"https://lichess.org/Ab1Cd2Ef"}, {"https://lichess.org/x"}},
        })),
        NameKind::Title);
}
