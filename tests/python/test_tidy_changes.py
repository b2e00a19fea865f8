# SPDX-License-Identifier: Apache-2.0
"""How clang-tidy is told to read the sources of a build."""

import json


def test_each_source_is_read_as_it_is_compiled_for_the_host(tool, tmp_path):
    joined = tmp_path / "room.dir/Unity/unity_0_cxx.cxx"
    joined.parent.mkdir(parents=True)
    joined.write_text('#include "/src/a.cpp"\n#include "/src/b.cpp"\n')
    batch = tmp_path / "batches/b_to_c.cpp"
    batch.parent.mkdir()
    batch.write_text('#include "base/portable.hpp"\n#include "solvers/b.cpp"\n')
    compiled = {
        str(joined): "-O1",
        str(batch): "-O2",
        "/src/kernel.cpp": "-O3 -fno-gnu-unique",
        "/build/kernel.cpp.device.cpp": "-DTW_DEVICE_HALF",
    }
    entries = [
        {"directory": "/build", "file": file, "command": f"c++ {flags} -c {file}"}
        for file, flags in [*compiled.items(), ("/src/kernel.cpp", "-DTW_LEVEL=v4 -O3")]
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(entries))
    tidy = tool("tidy_changes")
    read = tidy.commands_of_sources(tmp_path)
    in_batch = str(tidy.ROOT / "src/solvers/b.cpp")
    assert {entry["file"]: entry["command"] for entry in read} == {
        "/src/a.cpp": "c++ -O1 -c /src/a.cpp",
        "/src/b.cpp": "c++ -O1 -c /src/b.cpp",
        in_batch: f"c++ -O2 -c {in_batch}",
        "/src/kernel.cpp": "c++ -O3 -c /src/kernel.cpp",
    }


def test_what_is_compiled_for_devices_alone_is_not_read(tool):
    tidy = tool("tidy_changes")
    commands = [{"file": str(tidy.ROOT / "src/both.cpp")}]
    changed = ["src/both.cpp", "src/device_only.cpp", "src/a.hpp", "src/CMakeLists.txt"]
    assert tidy.files_to_read(changed, commands) == ["src/both.cpp", "src/a.hpp"]


def test_of_many_files_those_with_most_changed_lines_are_read(tool, monkeypatch, capsys):
    tidy = tool("tidy_changes")
    counts = "3\t1\tsrc/a.cpp\n9\t0\tsrc/b.cpp\n0\t5\tsrc/c.hpp"
    monkeypatch.setattr(tidy, "git", lambda *arguments: counts)
    files = ["src/a.cpp", "src/b.cpp", "src/c.hpp"]
    assert tidy.most_changed(files, "HEAD~1", 2) == ["src/b.cpp", "src/c.hpp"]
    assert "src/a.cpp" in capsys.readouterr().out
    assert tidy.most_changed(files, "HEAD~1", None) == ["src/b.cpp", "src/c.hpp", "src/a.cpp"]
    assert not capsys.readouterr().out
