#include <catch2/catch.hpp>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/source/source_files.h"

using namespace arbiter::testing;

namespace {

struct Definition {
  std::string name;  // qualified name such as "db::query::Hit"
  std::string path;
};

// Returns the classes, structs, unions and enumerations defined in `file` outside of functions,
// classes and anonymous namespaces. Only brace depth is parsed.
std::vector<Definition> definitions_in(const SourceFile& file) {
  static const std::regex pattern(
      R"((namespace(\s+([\w:]+))?\s*\{)|(\b(?:class|struct|union|enum(?:\s+class)?)\s+([\w:]+)(?:\s+final)?\s*(?::[^;{}()=]*)?\{)|(\{)|(\}))");
  struct Scope {
    bool is_namespace;
    std::string name;  // empty if anonymous
  };
  std::vector<Definition> found;
  std::vector<Scope> scopes;
  const std::string text = without_comments_and_strings(file.text);
  for (auto at = std::sregex_iterator(text.begin(), text.end(), pattern);
       at != std::sregex_iterator(); ++at) {
    const std::smatch& match = *at;
    if (match[1].matched) {
      scopes.push_back({true, match[3]});
    } else if (match[4].matched) {
      std::string name;
      bool is_visible = true;
      for (const Scope& scope : scopes) {
        is_visible = is_visible && scope.is_namespace && !scope.name.empty();
        name += scope.name + "::";
      }
      if (is_visible) found.push_back({name + match[5].str(), file.path});
      scopes.push_back({false, ""});
    } else if (match[6].matched) {
      scopes.push_back({false, ""});
    } else if (!scopes.empty()) {
      scopes.pop_back();
    }
  }
  return found;
}

}  // namespace

TEST_CASE("a second definition of a type is found, but not in an anonymous namespace", "[source]") {
  const SourceFile file{"x.cc", "lib/x",
                        "namespace a::b {\nstruct S { enum class Inner { kOne }; };\n"
                        "namespace {\nclass Hidden {};\n}\n"
                        "enum class E : int { kTwo };  // struct InComment {\n"
                        "void f() { struct Local {}; const char c = '{'; }\n"
                        "template <class T>\nclass C final : public T { };\n}\n"};
  std::vector<std::string> names;
  for (const Definition& definition : definitions_in(file)) names.push_back(definition.name);
  CHECK(names == std::vector<std::string>{"a::b::S", "a::b::E", "a::b::C"});
}

TEST_CASE("no type of the program is defined twice", "[source]") {
  std::map<std::string, std::string> defined_in;
  for (const SourceFile& file : source_files()) {
    // A type may have one definition per system.
    if (file.path.ends_with("_windows.cc") || file.path.ends_with("_wasi.cc")) continue;
    for (const Definition& definition : definitions_in(file)) {
      const auto [entry, is_new] = defined_in.emplace(definition.name, definition.path);
      INFO(definition.name << " is defined in " << entry->second << " and in " << definition.path);
      // Two definitions in one file are preprocessor alternatives, because the compiler would
      // reject others.
      CHECK((is_new || entry->second == definition.path));
    }
  }
  CHECK(defined_in.size() > 400);  // of more than 500, so that the pattern still matches
}

TEST_CASE("every file opens the namespace of its store, or that of the program", "[source]") {
  static const std::regex opened(R"((?:^|\n)namespace (arbiter[\w:]*) \{\n)");
  for (const SourceFile& file : source_files()) {
    const std::string own = namespace_of(file.folder);
    for (auto at = std::sregex_iterator(file.text.begin(), file.text.end(), opened);
         at != std::sregex_iterator(); ++at) {
      const std::string name = (*at)[1];
      INFO(file.path << " opens " << name);
      const bool is_inner = own == "arbiter" && (name.starts_with("arbiter::sqlite") ||
                                                 name.starts_with("arbiter::clickhouse"));
      CHECK((name == own || (name.starts_with(own + "::") && !is_inner)));
    }
  }
}
