// An example that prints the findings of game files, like `arbiter validate`: validate FILE...
#include <arbiter/arbiter.h>

#include <iostream>

int main(int count, char** arguments) {
  std::size_t errors = 0;
  for (int i = 1; i < count; ++i) {
    try {
      for (const arbiter::Finding& finding : arbiter::validate(arguments[i])) {
        if (finding.severity < arbiter::Severity::Warning) continue;
        std::cout << arguments[i] << ':' << finding.line << ':' << finding.column << ": "
                  << finding.message << " [" << finding.id << "]\n";
        if (finding.severity >= arbiter::Severity::Error) ++errors;
      }
    } catch (const arbiter::Error& error) {
      std::cerr << error.what() << '\n';
      return 2;
    }
  }
  return errors == 0 ? 0 : 1;
}
