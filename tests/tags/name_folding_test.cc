#include <catch2/catch.hpp>

#include "lib/tags/person_name.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

struct Case {
  std::string name;
  std::string folded;
};

}  // namespace

TEST_CASE("a folded name has lower case, single blanks and the first comma", "[names]") {
  const auto [name, folded] = GENERATE(values<Case>({
      {"Carlsen, Magnus", "carlsen, magnus"},
      {"Carlsen,M.", "carlsen, m"},
      {"  CARLSEN ,  m ", "carlsen, m"},
      {"O'Kelly de Galway, A.", "okelly de galway, a"},
      {"Vachier-Lagrave, Maxime", "vachier lagrave, maxime"},
      {"Smith, John, Jr.", "smith, john jr"},
      {", Magnus", "magnus"},
      {"Carlsen,", "carlsen"},
      {"Dr_Nykterstein", "dr_nykterstein"},
      {"https://lichess.org/Ab1Cd2Ef", "https lichess org ab1cd2ef"},
      {"?", ""},
      {"", ""},
      {" , . ", ""},
  }));
  CAPTURE(name);
  CHECK(folded_name(name) == folded);
}

TEST_CASE("letters with marks and other alphabets become Latin letters", "[names]") {
  const auto [name, folded] = GENERATE(values<Case>({
      {"Müller, Jörg", "muller, jorg"},
      {"Mu\u0308ller", "muller"},  // the mark is a separate character
      {"MÜLLER", "muller"},
      {"Ødegård, Åse", "odegard, ase"},
      {"Łukasz Świętochowski", "lukasz swietochowski"},
      {"Đorđević", "dordevic"},
      {"Þórr Æsir", "thorr aesir"},
      {"Groß", "gross"},
      {"İpatov / ışık", "ipatov isik"},
      {"Məmmədyarov, Şəhriyar", "mammadyarov, sahriyar"},
      {"L’Ami, Erwin", "lami, erwin"},
      {"Ｋａｒｐｏｖ", "karpov"},
      {"ﬁscher", "fischer"},
      {"Карпов, Анатолий", "karpov, anatoliy"},
      {"КОРЧНОЙ", "korchnoy"},
      {"Щербаков", "shcherbakov"},
      {"Королёв, Юрий", "korolev, yuriy"},
      {"Иванчук – Пономарьов", "ivanchuk ponomarov"},
      {"Παπαϊωάννου, Ιωάννης", "papaioannou, ioannis"},
      {"Ἀλέξανδρος", "alexandros"},
      {"Արոնյան, Լևոն", "aronyan, leuon"},
      {"ნანა ალექსანდრია", "nana aleksandria"},
      {"王皓", "王皓"},
      {"¿…!", ""},
  }));
  CAPTURE(name);
  CHECK(folded_name(name) == folded);
}

TEST_CASE("folding a folded name changes nothing", "[names]") {
  for (const std::string name : {"Carlsen,M.", "Ødegård, Åse", "Карпов, Анатолий", "Παπαϊωάννου",
                                 "王皓, 一", "a,b,c", "ﬁ ½ ²"}) {
    const std::string folded = folded_name(name);
    CAPTURE(name, folded);
    CHECK(folded_name(folded) == folded);
  }
}

TEST_CASE("bytes that are not UTF-8 are kept as letters", "[names]") {
  CHECK(folded_name("M\xFCller, J") == "m\xFCller, j");
  CHECK(folded_name("\xC3") == "\xC3");
}
