"""Headers that are compiled once for many sources."""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

# Runs the command from the third argument on. Writes the lines of the file $0 that it does not read to $1.
_COMPILE = """
set -euo pipefail
unused=$1
shift
"$@" -MD -MF "$unused.d"
tr -s ' ' '\\n' <"$unused.d" | sed 's,^[.]/,,' >"$unused.used"
grep -vxFf "$unused.used" "$0" >"$unused" || [[ $? == 1 ]]
rm "$unused.d" "$unused.used"
"""

def _precompiled_header_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )

    # The compiler searches for NAME.h.gch beside NAME.h.
    header = ctx.actions.declare_file(ctx.label.name + ".h")
    ctx.actions.expand_template(template = ctx.file.header, output = header, substitutions = {})
    compiled = ctx.actions.declare_file(ctx.label.name + ".h.gch")
    headers = depset(transitive = [dep[CcInfo].compilation_context.headers for dep in ctx.attr.deps])
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        source_file = header.path,
        output_file = compiled.path,
        quote_include_directories = depset([".", ctx.bin_dir.path]),
        # Like Bazel's default for programs, and with --force_pic for a shared library.
        use_pic = ctx.var["COMPILATION_MODE"] != "opt" or ctx.var.get("link") == "shared",
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + ctx.attr.copts +
                             ["-x", "c++-header"],
    )
    # The sources of bundles, and then the headers that the compiler did not read, are excluded. Otherwise
    # a change of one of them would rebuild everything.
    inputs = [file for file in headers.to_list() if file.extension != "cc"]
    names = ctx.actions.declare_file(ctx.label.name + "_inputs.txt")
    ctx.actions.write(names, "".join([file.path + "\n" for file in inputs]))
    unused = ctx.actions.declare_file(ctx.label.name + "_unused.txt")
    compiler = cc_common.get_tool_for_action(feature_configuration = features, action_name = "c++-compile")
    ctx.actions.run(
        executable = "/bin/bash",
        arguments = ["-c", _COMPILE, names.path, unused.path, compiler] +
                    cc_common.get_memory_inefficient_command_line(
                        feature_configuration = features,
                        action_name = "c++-compile",
                        variables = variables,
                    ),
        env = cc_common.get_environment_variables(
            feature_configuration = features,
            action_name = "c++-compile",
            variables = variables,
        ),
        inputs = depset([header, names] + inputs, transitive = [toolchain.all_files]),
        outputs = [compiled, unused],
        unused_inputs_list = unused,
        mnemonic = "CppPrecompile",
        progress_message = "Precompiling %s" % ctx.file.header.short_path,
    )

    # g++ does not name the compiled headers among the files that an object depends on. Without this
    # header, which changes with them, Bazel would keep objects of older headers.
    digest = ctx.actions.declare_file(ctx.label.name + "_digest.h")
    ctx.actions.run_shell(
        command = "sha256sum <%s | sed 's,^,// ,' >%s" % (compiled.path, digest.path),
        inputs = [compiled],
        outputs = [digest],
        mnemonic = "HeaderDigest",
    )
    return [DefaultInfo(files = depset([header, compiled, digest]))]

# Creates NAME.h, beside it NAME.h.gch, which g++ reads instead if the flags are the same, and
# NAME_digest.h, which sources include after it.
precompiled_header = rule(
    implementation = _precompiled_header_impl,
    attrs = {
        "header": attr.label(allow_single_file = [".h"], mandatory = True),
        "deps": attr.label_list(doc = "the libraries of the headers that it includes", providers = [CcInfo]),
        "copts": attr.string_list(doc = "as those of the sources that include it"),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
