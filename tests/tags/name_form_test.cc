#include "lib/tags/name_form.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Returns every fault as a letter, with the marked text.
std::string faults_in(const std::string& name) {
  std::string text;
  for (const NameFinding& finding : name_faults(name)) {
    if (!text.empty()) text += ' ';
    text += "FSTC"[static_cast<int>(finding.fault)];
    text += '[' + std::string(finding.words) + ']';
  }
  return text;
}

// Checks that the quick check finds nothing that the complete check does not find.
void check_quick_result(const std::string& name) {
  CAPTURE(name);
  const std::string faults = faults_in(name);
  const NameClass look = classify_name(name);
  if (look == NameClass::Plain) REQUIRE(faults.empty());
  if (look == NameClass::LacksBlank) REQUIRE(faults == "F[" + name + "]");
}

TEST_CASE("names in the form of the standard have no fault", "[name_form]") {
  const std::string name =
      GENERATE(as<std::string>{}, "Fischer, Robert J.", "Carlsen, Magnus", "So, Wesley", "Giese",
               "van Wely, Loek", "Znosko-Borovsky, Eugene", "L'Ami, Erwin", "Li, Chao2",
               "Carroll, F.M.", "Carroll, FM.", "Andr\xC3\xA9, Quadros", "Cori T., D.",
               "Kasparov, Garry:Crumiller, Jon", "Smith, A. B.", "Chen, Qi b", "");
  CAPTURE(name);
  REQUIRE(faults_in(name).empty());
  check_quick_result(name);
}

TEST_CASE("programs, users, teams and unknown players have no fault", "[name_form]") {
  const std::string name = GENERATE(
      as<std::string>{}, "Stockfish 191102", "LCZero v0.26.3_T60.SV.JH.92-330", "Houdini 6.03",
      "The Baron 3.41", "DEEP FRITZ", "HIARCS 8", "Comp Socrates", "Deep Blue", "jishanshaikh4",
      "andrey-groza_ferzey", "LakeMonster", "Print_It", "BCF Girls", "Brooklyn CC", "ABN AMRO",
      "The World", "NN", "N.N.", "?", "-", "Alekhine/Monosson", "FRITZ on Primergy K800",
      "Normale Sup Ulm A1", "Stoofvlees II a12", "Toga II", "www.msn.nl", "JUNIOR");
  REQUIRE(faults_in(name).empty());
  check_quick_result(name);
}

TEST_CASE("each fault of a name is found at its place", "[name_form]") {
  struct Row {
    std::string name;
    std::string faults;
  };
  const Row row = GENERATE(values<Row>({
      {"Ding Liren", "F[Ding Liren]"},
      {"Magnus Carlsen", "F[Magnus Carlsen]"},
      {"Kasparov,G", "F[Kasparov,G]"},
      {"Kasparov,Garry K", "F[Kasparov,Garry K]"},
      {"Kasparov, G", "F[Kasparov, G]"},
      {"Fischer, Robert J", "F[Fischer, Robert J]"},
      {"Jones, Gawain C B", "F[Jones, Gawain C B]"},
      {"Todorovic,GM", "F[Todorovic,GM]"},
      {"Nimzowitsch, Aaron ", "S[ ]"},
      {" Nimzowitsch, Aaron", "S[ ]"},
      {"Yuferov, Sergey  N", "S[  ] F[Yuferov, Sergey  N]"},
      {"Smith,", "S[,]"},
      {"  ", ""},
      {"GM Carlsen, Magnus", "T[GM]"},
      {"Dr. Tarrasch, Siegbert", "T[Dr.]"},
      {"Carlsen, Magnus GM", "T[GM]"},
      {"Carlsen, Magnus, WGM", "T[WGM]"},
      {"Carlsen, Magnus (GM)", "T[(GM)]"},
      {"Carlsen (GM)", "T[(GM)]"},
      {"Lehmann, Heinz Dr", "T[Dr]"},
      {"KASPAROV, GARRY", "C[KASPAROV, GARRY]"},
      {"KASPAROV,GARRY", "C[KASPAROV,GARRY] F[KASPAROV,GARRY]"},
      {"GARRY KASPAROV", "C[GARRY KASPAROV]"},
      {"Kasparov, Garry:Jon Crumiller", "F[Jon Crumiller]"},
  }));
  CAPTURE(row.name);
  REQUIRE(faults_in(row.name) == row.faults);
  check_quick_result(row.name);
}

TEST_CASE("the quick check agrees with the complete one on every short text", "[name_form]") {
  const std::vector<std::string> parts = {"GM", "Dr", "Smith", "A", ",", " ", ".", "1", "(", "x"};
  for (unsigned code = 0; code < 100000; ++code) {
    std::string name;
    for (unsigned rest = code; rest > 0; rest /= 10) name += parts[rest % 10];
    const NameClass look = classify_name(name);
    if (look == NameClass::Doubtful) continue;
    const std::string expected = look == NameClass::Plain ? "" : "F[" + name + "]";
    if (faults_in(name) != expected) FAIL(name << " " << faults_in(name));
  }
}

TEST_CASE("names get their blanks and full stops", "[name_form]") {
  struct Row {
    std::string name;
    std::string corrected;
  };
  const Row row = GENERATE(values<Row>({
      {"Kasparov,G", "Kasparov, G."},
      {"Kasparov, Garry", "Kasparov, Garry"},
      {"Jones,Gawain C B", "Jones, Gawain C. B."},
      {"Cori T,D", "Cori T, D."},
      {"Smith,", "Smith,"},
      {"Smith", "Smith"},
  }));
  REQUIRE(corrected_name(row.name) == row.corrected);
  REQUIRE(corrected_name(row.corrected) == row.corrected);
}

TEST_CASE("unknown players and byes are distinguished from names", "[name_form]") {
  const std::string unknown = GENERATE(as<std::string>{}, "?", "NN", "N.N.", "nn", "Unknown");
  REQUIRE(is_unknown_name(unknown));
  REQUIRE_FALSE(is_bye(unknown));
  const std::string bye = GENERATE(as<std::string>{}, "bye", "BYE", "Bye ", "half-point bye");
  REQUIRE(is_bye(bye));
  REQUIRE_FALSE(is_unknown_name(bye));
  const std::string name = GENERATE(as<std::string>{}, "", "Byers, A", "Nn, A", "Goodbye", "-");
  REQUIRE_FALSE(is_bye(name));
  REQUIRE_FALSE(is_unknown_name(name));
}

}  // namespace
}  // namespace arbiter::testing
