"""Kernels on strings from the command line: named in words, fitted on sequences as they are."""

from pathlib import Path

import numpy as np
import pytest
from command_line import drupe, succeeds

from drupe import load
from drupe.cli.kernel_text import parse_kernel
from drupe.kernels import DNA, Mismatch, Spectrum


@pytest.fixture
def genes(tmp_path: Path) -> Path:
    """Sequences of which half hold a box."""
    rng = np.random.default_rng(0)
    records = []
    for i in range(60):
        letters, kind = "".join(rng.choice(list("ACGT"), rng.integers(20, 30))), "box" if i % 2 else "plain"
        records.append(f">s{i} kind={kind}\n{letters + 'TATAAT' if i % 2 else letters}\n")
    file = tmp_path / "genes.fasta"
    file.write_text("".join(records))
    return file


@pytest.mark.parametrize("alphabet", ["DNA", "'ACGT'"])
def test_alphabets_are_named_or_spelled(alphabet: str) -> None:
    text = f"Mismatch(length=5, mismatches=1, alphabet={alphabet}).normalized()"
    assert parse_kernel(text) == Mismatch(5, 1, DNA).normalized()


def test_a_named_kernel_on_strings_sees_the_strings(genes: Path, tmp_path: Path) -> None:
    model = tmp_path / "genes.drupe"
    said = succeeds("fit", genes, "-t", "kind", "-k", "Spectrum(length=6).normalized()", "-C", "10", "-o", model).stdout
    assert "words of 6 letters" in said
    machine = load(model)
    assert machine.kernel == Spectrum(6).normalized()
    assert list(machine.predict(["ACGTTATAATACGTACGTAC"])) == ["box"]
    assert succeeds("predict", model, genes).stdout.splitlines()


def test_a_machine_without_a_kernel_has_one_for_strings(genes: Path, tmp_path: Path) -> None:
    model = tmp_path / "genes.drupe"
    succeeds("fit", genes, "-t", "kind", "-C", "10", "-o", model)
    assert isinstance(load(model).kernel.kernel, Mismatch)
    succeeds("fit", genes, "-t", "kind", "-m", "KernelPerceptron", "-o", model, "--force")
    assert isinstance(load(model).kernel.kernel, Mismatch)


def test_kernels_on_vectors_see_columns_of_substrings(genes: Path, tmp_path: Path) -> None:
    model = tmp_path / "genes.drupe"
    said = succeeds("fit", genes, "-t", "kind", "-k", "rbf", "-o", model).stdout
    assert "substrings of up to 4 letters" in said


def test_a_kernel_on_strings_does_not_fit_a_table(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("a,b,y\n" + "".join(f"{i},{i % 7},{i % 2}\n" for i in range(20)))
    failed = drupe("fit", file, "-t", "y", "-k", "Spectrum(length=3)", "-o", tmp_path / "m.drupe")
    assert failed.exit_code != 0
    assert "compares sequences" in failed.output
    assert not (tmp_path / "m.drupe").exists()
