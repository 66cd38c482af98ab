"""How the test folders are built."""

load("//tools/build:library.bzl", "LAYERS")

def libraries_up_to(layer):
    """The labels of the layer and of all below it."""
    return ["//" + folder for folder in LAYERS[:LAYERS.index(layer) + 1]]

def test_helpers(layer, deps = [], system = []):
    """Makes what several tests share, the sources of the folder that are no tests, `:helpers`.

    Args:
      layer: the highest folder of the program that they use.
      deps: other helpers.
      system: the libraries of Debian that they use.
    """
    native.cc_library(
        name = "helpers",
        testonly = True,
        srcs = native.glob(
            ["*.cc"],
            exclude = ["*_test.cc"],
        ),
        hdrs = native.glob(["*.h"]),
        visibility = ["//tests:__subpackages__"],
        deps = libraries_up_to(layer) + deps + [
            "//tests/support:environment",
            "@system//:catch2",
        ] + ["@system//:" + name for name in system],
    )

def catch_tests(layer, deps = [], system = [], data = [], timeout = "long"):
    """Makes each `*_test.cc` of the folder a test of its own, named as the file.

    Args:
      layer: the highest folder of the program that they use.
      deps: helpers of this folder or of others.
      system: the libraries of Debian that they use.
      data: files that the tests read, beside //testdata.
      timeout: Bazel's word for the longest time that one file may take (long: 15 minutes).
    """
    for source in native.glob(["*_test.cc"]):
        native.cc_test(
            name = source[:-len(".cc")],
            size = "small",
            srcs = [source],
            data = data + ["//testdata"],
            timeout = timeout,
            deps = libraries_up_to(layer) + deps + [
                "//tests/support",
                "//tests/support:catch_main",
                "//tests/support:environment",
                "@system//:catch2",
                "@system//:fmt",
            ] + ["@system//:" + name for name in system],
        )
