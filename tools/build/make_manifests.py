#!/usr/bin/python3
"""make_manifests.py FOLDER RELEASES VERSION: makes manifests for winget and Homebrew in FOLDER, which contains the archives
of the release. RELEASES is the address below which each release has a folder, vVERSION.
"""

import hashlib
import pathlib
import sys

WINGET = """\
# yaml-language-server: $schema=https://aka.ms/winget-manifest.singleton.1.6.0.schema.json
PackageIdentifier: Arbiter.Arbiter
PackageVersion: {version}
PackageLocale: en-US
Publisher: Arbiter contributors
PackageName: Arbiter
License: MIT
ShortDescription: PGN database and rules validator for chess
Installers:
- Architecture: x64
  InstallerType: zip
  NestedInstallerType: portable
  NestedInstallerFiles:
  - RelativeFilePath: arbiter.exe
    PortableCommandAlias: arbiter
  InstallerUrl: {windows_url}
  InstallerSha256: {windows_sum}
ManifestType: singleton
ManifestVersion: 1.6.0
"""

HOMEBREW = """\
class Arbiter < Formula
  desc "PGN database and rules validator for chess"
  homepage "{homepage}"
  version "{version}"
  license "MIT"
  depends_on :linux
  depends_on "zstd" => :build

  on_intel do
    url "{x86_64_url}"
    sha256 "{x86_64_sum}"
  end
  on_arm do
    url "{aarch64_url}"
    sha256 "{aarch64_sum}"
  end

  def install
    prefix.install Dir["*"]
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/arbiter --version")
  end
end
"""


def main(folder, releases, version):
    folder = pathlib.Path(folder)
    names = {"windows": f"arbiter-{version}-windows-x86_64.zip",
             "x86_64": f"arbiter-{version}-x86_64-linux.tar.zst",
             "aarch64": f"arbiter-{version}-aarch64-linux.tar.zst"}
    facts = {"version": version, "homepage": releases.split("/releases")[0]}
    for system, name in names.items():
        facts[system + "_url"] = f"{releases}/v{version}/{name}"
        facts[system + "_sum"] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    (folder / "Arbiter.Arbiter.yaml").write_text(WINGET.format(**facts))
    (folder / "arbiter.rb").write_text(HOMEBREW.format(**facts))


if __name__ == "__main__":
    main(*sys.argv[1:])
