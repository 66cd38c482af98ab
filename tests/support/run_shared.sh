#!/usr/bin/env bash
# Runs the test cases of one file in the program that the tests of its folder share. Bazel names this script
# like the file, without its extension. Hidden cases run only if the first argument selects them; further
# arguments go to the program.
folder=$(dirname "$0")
exec "$folder/shared_tests" --filenames-as-tags "[#$(basename "$0")]${1:-"~[.]"}" "${@:2}"
