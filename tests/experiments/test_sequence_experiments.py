"""Homology, acceptor sites and splice junctions at the size of a smoke test, their protocols, and their verdicts."""

import lzma
import os
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from drupe.experiments import acceptors, homology, splice
from drupe.experiments.acceptors import SiteRates
from drupe.experiments.rankings import Ranking, ranking
from drupe.experiments.scop import MOST, domains, level, pool
from drupe.foundation.errors import InputError
from drupe.grams import LazyGram
from drupe.inputs.sequences import Sequences
from drupe.kernels import DNA, PROTEIN, Mismatch

DATA = Path(os.environ.get("DRUPE_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))


def mutated(word: str, rng: np.random.Generator, rate: float) -> str:
    letters = [rng.choice(list(PROTEIN)) if rng.random() < rate else letter for letter in word]
    return "".join(letters)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Families whose members descend from one ancestor, in the clothes of SCOP; sites with a motif, of the others."""
    where, rng = tmp_path_factory.mktemp("sequences"), np.random.default_rng(0)
    lines = ["domain\tscop_family\tsequence"]
    for fold in range(4):
        ancestor = "".join(rng.choice(list(PROTEIN), 40))
        for family in range(3):
            parent = mutated(ancestor, rng, 0.3)
            children = [mutated(parent, rng, 0.3) for _ in range(9)]
            lines.extend(f"d{fold}{family}{i}\ta.{fold}.1.{family}\t{child}" for i, child in enumerate(children))
    with lzma.open(where / "scop40.tsv.xz", "wt") as file:
        file.write("\n".join(lines) + "\n")
    codes, y = rng.integers(0, 4, size=(160, 398), dtype=np.uint8), np.where(np.arange(160) % 4 == 0, 1, -1)
    codes[:, 197], codes[:, 198] = DNA.index("A"), DNA.index("G")
    sites = np.flatnonzero(y > 0)
    codes[sites, 189:195] = [DNA.index(letter) for letter in "TTTCAC"]
    # All others have the same word, but somewhere else.
    for i in np.flatnonzero(y < 0):
        codes[i, (place := rng.integers(0, 170)) : place + 6] = [DNA.index(letter) for letter in "TTTCAC"]
    words = rng.choice(list("ACGT"), size=(90, 60))
    for i, row in enumerate(words):
        row[28:32] = list(("GTAA", "TCAG", "CCCC")[i % 3])
    np.savez(
        where / "dna.npz",
        celegans_acceptor_code=codes,
        celegans_acceptor_y=y.astype(np.int8),
        splice_seq=np.array(["".join(row).encode() for row in words]),
        splice_y=(np.arange(90) % 3).astype(np.int8),
        splice_classes=np.array(["EI", "IE", "N"]),
    )
    return where


def read(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


def test_rankings_are_those_of_counting_pairs() -> None:
    rng = np.random.default_rng(0)
    scores, sought = np.round(rng.normal(size=400), 1), rng.random(400) < 0.1
    scores[sought] = np.round(scores[sought] + 1.0, 1)
    found = ranking(scores, sought)
    assert found.area == pytest.approx(roc_auc_score(sought, scores))
    first = np.sort(scores[~sought])[::-1][:50]
    pairs = [(a > b) + 0.5 * (a == b) for a in scores[sought] for b in first]
    assert found.first_area == pytest.approx(np.mean(pairs))
    order = sorted(scores[sought])
    assert found.median_false == np.mean(scores[~sought] >= order[(len(order) - 1) // 2])
    perfect = ranking(np.array([2.0, 1.0]), np.array([True, False]))
    assert perfect == Ranking(1.0, 1.0, 0.0)


@pytest.mark.spec("C.G14")
def test_a_family_is_left_out_and_negatives_come_from_other_folds(folder: Path) -> None:
    families, sequences = domains(folder)
    drawn = pool(families, sequences, 3, 5)
    assert len(drawn.trials) == 3
    known = dict(zip(sequences, families, strict=True))
    for trial in drawn.trials:
        names = np.array([known[sequence] for sequence in drawn.sequences])
        train, test = names[trial.train], names[trial.test]
        assert set(test[trial.truth]) == {trial.family}
        assert trial.family not in train
        assert {level(name, 3) for name in train[trial.learned]} == {level(trial.family, 3)}
        folds = {level(name, 2) for name in (*train[~trial.learned], *test[~trial.truth])}
        assert level(trial.family, 2) not in folds
        assert not set(trial.train) & set(trial.test)
        negatives = int((~trial.learned).sum() + (~trial.truth).sum())
        share = min(MOST, trial.learned.sum() / (trial.learned.sum() + trial.truth.sum()))
        assert (~trial.learned).sum() == round(share * negatives)


@pytest.mark.spec("C.G14")
def test_relatives_are_found_by_all_methods(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    homology.main(["--data", str(folder), "--families", "2", "--strangers", "10"])
    printed = read(capsys)
    for name in homology.METHODS:
        assert name in printed
    assert "cannot be judged" in printed
    contest = homology.Contest(pool(*domains(folder), 2, 10))
    for name in (homology.MISMATCH, homology.ODDS, homology.FISHER):
        areas = [ranking(homology.METHODS[name](contest)(trial), trial.truth).area for trial in contest.pool.trials]
        assert np.mean(areas) > 0.8, name


def test_one_gram_serves_all_families(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    dense = LazyGram.dense
    monkeypatch.setattr(LazyGram, "dense", lambda self, *rest: made.append(len(self)) or dense(self, *rest))
    contest = homology.Contest(pool(*domains(folder), 3, 10))
    for _ in range(2):
        scores = homology.METHODS[homology.SPECTRUM](contest)
    for trial in contest.pool.trials:
        scores(trial)
    assert made.count(len(contest.sequences)) == 1


@pytest.mark.spec("C.G14")
@pytest.mark.slow
@pytest.mark.skipif(not (DATA / "scop40.tsv.xz").is_file(), reason=f"there is no scop40.tsv.xz in {DATA}")
def test_the_mismatch_kernel_reaches_its_goal_on_the_first_families() -> None:
    """The pool of the experiment, every tenth of its families; all forty have a mean of 0.886."""
    families, sequences = domains(DATA)
    drawn = pool(families, sequences, 40, 1200)
    assert len(drawn.sequences) == 3585
    contest = homology.Contest(drawn)
    kernel = Mismatch(5, 1, PROTEIN).normalized()
    areas = [ranking(contest.by_kernel(kernel)(trial), trial.truth).area for trial in drawn.trials[::10]]
    assert np.mean(areas) > 0.85


def test_verdicts_on_homology_follow_the_areas() -> None:
    def found(**areas: float) -> dict[str, list[Ranking]]:
        names = {homology.MISMATCH: "mismatch", homology.SPECTRUM: "spectrum", homology.FISHER: "fisher"}
        return {name: [Ranking(areas.get(names.get(name, "odds"), 0.5), 0.5, 0.1)] * 8 for name in homology.METHODS}

    good = homology.claims(found(mismatch=0.9, spectrum=0.8, fisher=0.95, odds=0.7), complete=True)
    assert all(line.startswith("holds:") for line in good)
    bad = homology.claims(found(mismatch=0.7, spectrum=0.8, fisher=0.5, odds=0.7), complete=True)
    assert [line.split(":")[0] for line in bad] == ["FAILS", "FAILS", "does not hold here", "does not hold here"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no scop40"):
        domains(tmp_path)


def test_sites_are_cut_where_the_source_has_them(folder: Path) -> None:
    examples, y = acceptors.windows(folder)
    near, before, after, everything = (part[0] for part in examples.parts)
    text = "".join(everything)
    assert len(text) == 398
    assert text[197:199] == "AG"
    assert "".join(before) + "AG" + "".join(after) == text
    assert "".join(near) == text[142:252]
    assert y.sum() == 40


def test_places_tell_sites_and_words_anywhere_do_not(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    acceptors.main(["--data", str(folder), "--train", "90"])
    printed = read(capsys)
    assert "cannot be judged" in printed
    examples, y = acceptors.windows(folder)
    train, test = np.arange(90), np.arange(90, 160)
    found = {
        name: acceptors.tested(examples, y, train, test, acceptors.CANDIDATES[name])[0].area
        for name in (acceptors.PLACED, acceptors.FREE)
    }
    assert found[acceptors.PLACED] > 0.95 > found[acceptors.FREE]


def test_verdicts_on_sites_follow_what_was_found() -> None:
    names = (acceptors.SUM, acceptors.PLACED, acceptors.FREE)
    good = dict(
        zip(names, (SiteRates(0.996, 0.98, 0.02), SiteRates(0.99, 0.9, 0.03), SiteRates(0.6, 0.2, 0.2)), strict=True)
    )
    assert all(line.startswith("holds:") for line in acceptors.claims(good, complete=True))
    bad = dict(zip(names, (SiteRates(0.9, 0.9, 0.1), SiteRates(0.8, 0.9, 0.1), SiteRates(0.9, 0.2, 0.2)), strict=True))
    assert [line.split(":")[0] for line in acceptors.claims(bad, complete=True)] == [
        "FAILS",
        "FAILS",
        "does not hold here",
    ]


def test_junctions_are_told_apart_by_words_at_their_places(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    splice.main(["--data", str(folder), "--folds", "3", "--examples", "80"])
    assert "cannot be judged: the claims are about 3190 windows" in read(capsys)
    examples, y = splice.junctions(folder)
    assert isinstance(examples, Sequences)
    assert np.mean(splice.validated(examples, y, splice.WORDS, 3)) < 0.1
    one = splice.cube(splice.LETTERS)
    np.testing.assert_allclose(one(["AC"], ["AC", "AG", "TG"]), [[1.0, 0.75**3, 0.5**3]], rtol=1e-12)


def test_verdicts_on_junctions_follow_the_errors() -> None:
    good = {"letters": [0.06], "letters, cubed": [0.04], "words": [0.045], "words, cubed": [0.03]}
    assert all(line.startswith("holds:") for line in splice.claims(good, complete=True))
    bad = {"letters": [0.04], "letters, cubed": [0.05], "words": [0.06], "words, cubed": [0.05]}
    assert [line.split(":")[0] for line in splice.claims(bad, complete=True)] == [
        "FAILS",
        "FAILS",
        "does not hold here",
    ]
