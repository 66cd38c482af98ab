#include <catch2/catch.hpp>
#include <string>

#include "lib/tags/name_form.h"
#include "lib/tags/person_name.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

std::string key_of(const std::string& name) { return transliteration_key(folded_name(name)); }

TEST_CASE("transliterations of one name have one key", "[transliteration]") {
  const auto [one, other] = GENERATE(table<std::string, std::string>({
      {"Iakovenko, Dmitry", "Yakovenko, Dmitrij"},
      {"Jakovenko, Dmitrii", "Yakovenko, Dmitriy"},
      {"Tschigorin, Michail", "Chigorin, Mikhail"},
      {"Petrosjan, Tigran", "Petrosian, Tigran"},
      {"Petrosyan, Tigran", "Petrosian, Tigran"},
      {"Chalifman, Alexander", "Khalifman, Aleksander"},
      {"Djuric, Stefan", "Đurić, Stefan"},
      {"Hsu, Li Yang", "Xu, Li Yang"},
      {"Smyslow, Wassili", "Smyslov, Vasili"},
      {"Botwinnik, Michail", "Botvinnik, Mikhail"},
      {"Kortschnoi, Viktor", "Korchnoi, Viktor"},
      {"Kortchnoi, Viktor", "Korchnoj, Viktor"},
      {"Spasski, Boris", "Spassky, Boris"},
      {"Schirow, Alexei", "Shirov, Alexey"},
      {"Yusupov, Artur", "Jusupow, Artur"},
  }));
  CAPTURE(one, other);
  CHECK(key_of(one) == key_of(other));
}

TEST_CASE("different names have different keys", "[transliteration]") {
  const auto [one, other] = GENERATE(table<std::string, std::string>({
      {"Petrosian, Tigran", "Petrosian, Arshak"},
      {"Petrov, Ivan", "Petrova, Ivana"},
      {"Karpov, Anatoly", "Kasparov, Garry"},
      {"Wang, Hao", "Wang, Yue"},
      {"Ding, Liren", "Ding, Lixin"},
      {"Khalifman, Alexander", "Kaufman, Alexander"},
      {"Xu, Jun", "Xie, Jun"},
  }));
  CAPTURE(one, other);
  CHECK(key_of(one) != key_of(other));
}

}  // namespace
}  // namespace arbiter::testing
