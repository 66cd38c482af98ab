#!/usr/bin/env bash
# Runs the test cases of one file in the program that the tests of its folder share. Bazel names this script
# like the file, without its extension. More arguments, such as the name of a case, go to the program; without any,
# hidden cases are skipped.
folder=$(dirname "$0")
exec "$folder/shared_tests" --filenames-as-tags "[#$(basename "$0")]${1:-~[.]}" "${@:2}"
