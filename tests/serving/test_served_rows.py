"""What models take, found out from the model, its recipe and its space."""

import numpy as np
import pytest
from serving.asking import answers, asked, error

from drupe import SVC, read, save
from drupe.inputs.readers.recipe import SparseRecipe
from drupe.persistence.archive import Archive, load_archive
from drupe.serving.number_rows import MOST


def test_names_of_columns_order_the_cells_of_objects() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"width": [0.0, 1.0, 3.0, 4.0], "height": [9.0, 1.0, 5.0, 2.0]})
    model = SVC(kernel="linear").fit(frame, [0, 0, 1, 1])
    found = answers(model, [{"height": 5.0, "width": 4.0}, [0.5, 5.0]])
    expected = model.predict(pd.DataFrame({"width": [4.0, 0.5], "height": [5.0, 5.0]})).tolist()
    assert [one["label"] for one in found] == expected
    assert "'depth' that the model does not know; it takes 'width', 'height'" in error(
        asked(model, json={"rows": [{"width": 1, "height": 2, "depth": 3}]})
    )
    assert "no column 'height'" in error(asked(model, json={"rows": [{"width": 1}]}))


def test_indices_of_sparse_rows_may_be_left_out() -> None:
    X = np.array([[0.0, 1.0, 0.0], [0.0, 2.0, 0.0], [3.0, 0.0, 0.0], [4.0, 0.0, 1.0]])
    model = SVC(kernel="linear").fit(X, [0, 0, 1, 1])
    archive = Archive(model, SparseRecipe(3))
    expected = model.predict([[3.5, 0.0, 0.0], [0.0, 1.5, 0.0], [0.0, 0.0, 0.0]]).tolist()
    assert [one["label"] for one in answers(archive, [{"1": 3.5}, {"2": 1.5}, {}])] == expected
    assert "'4' that the model does not know" in error(asked(archive, json={"rows": [{"4": 1.0}]}))


def test_zeros_of_sparse_rows_cannot_take_all_memory() -> None:
    wide = 10_000
    model = SVC(kernel="linear").fit(np.eye(2, wide), [0, 1])
    response = asked(Archive(model, SparseRecipe(wide)), json={"rows": [{}] * (MOST // wide + 1)})
    assert response.status_code == 413
    assert "fewer rows" in error(response)


def test_the_recipe_of_a_file_makes_numbers_of_words(tmp_path) -> None:
    table = tmp_path / "fruits.csv"
    table.write_text("weight,color,fruit\n120,green,apple\n8,red,cherry\n150,red,apple\n9,red,cherry\n")
    known = read(table, target="fruit")
    save(SVC(kernel="linear").fit(known.X, known.targets), tmp_path / "fruits.drupe", recipe=known.recipe)
    archive = load_archive(tmp_path / "fruits.drupe")
    new = tmp_path / "new.csv"
    new.write_text("color,weight\nred,10\ngreen,140\n")
    expected = archive.model.predict(read(new, recipe=archive.recipe).X).tolist()
    found = answers(archive, [{"color": "red", "weight": 10, "fruit": "?"}, [140, "green"]])
    assert [one["label"] for one in found] == expected
    assert "known are 'green', 'red'" in error(asked(archive, json={"rows": [[1, "blue"]]}))
    assert "cannot fill in" in error(asked(archive, json={"rows": [[None, "red"]]}))
