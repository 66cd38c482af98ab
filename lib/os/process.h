// Processes, shared libraries, and memory of the operating system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

long process_id();

std::string machine_name();

// Returns a string that distinguishes successive processes with the same id. Returns an empty
// string if the process does not exist.
std::string start_of_process(std::string_view id);

// Runs a shell command with additional environment variables ("NAME=value"), and waits for it. Its
// exit status is ignored.
void run_shell(const std::string& command, std::vector<std::string> variables);

// Runs a program with these files as standard input and output. Returns its exit status, 127 if the
// program does not exist, or nothing if it cannot be started.
std::optional<int> run_program(std::vector<std::string> words, std::FILE* input, std::FILE* output);

// Shows the text in a pager. `pager` is a shell command, or null for the system's pager. Returns
// whether at least part of the text was shown.
bool show_in_pager(const char* pager, std::string_view text);

// Opens the address in the user's browser. Returns 0, or a value of errno.
int open_in_browser(std::string address);

// Loads a shared library. Returns null if it does not exist.
void* load_library(const char* name);
void* find_function(void* library, const char* name);

// Returns how the program is linked, such as "statically, glibc 2.36".
std::string linkage_text();

std::uint32_t random_number();

// Uses huge pages, if available, for the part of the memory that they fit.
void prefer_huge_pages(void* memory, std::size_t bytes);

// Returns freed memory to the system.
void release_freed_memory();

}  // namespace arbiter
