"""How the test folders are built."""

def catch_tests(deps, data = [], timeout = "long"):
    """Makes each `*_test.cc` of the folder a test of its own, named as the file.

    Other sources and headers of the folder become `:helpers`, for all tests to share.

    Args:
      deps: the layer under test and those below it.
      data: files that the tests read, beside //testdata.
      timeout: Bazel's word for the longest time that one file may take (long: 15 minutes).
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
        deps = deps + ["//tests/support:environment", "@system//:catch2"],
    )
    for source in native.glob(["*_test.cc"]):
        native.cc_test(
            name = source[:-len(".cc")],
            size = "small",
            srcs = [source],
            data = data + ["//testdata"],
            timeout = timeout,
            deps = deps + [
                ":helpers",
                "//tests/support:catch_main",
                "//tests/support:environment",
                "@system//:catch2",
            ],
        )
