"""Left: seconds of machines by rows. Right: their true errors. From the numbers that the experiment wrote down."""

import csv
from pathlib import Path

import matplotlib.pyplot as plt

folder = Path(__file__).resolve().parent if "__file__" in globals() else Path.cwd()  # Sphinx runs it in its folder
with (folder.parent / "data" / "landmark_growth.csv").open() as file:
    runs = list(csv.DictReader(file))

_, (times, errors) = plt.subplots(1, 2)
for name, style in zip(dict.fromkeys(run["machine"] for run in runs), ("C0o-", "C3s--"), strict=True):
    mine = [run for run in runs if run["machine"] == name]
    sizes = [int(run["rows"]) for run in mine]
    times.loglog(sizes, [float(run["seconds"]) for run in mine], style, label=name)
    errors.semilogx(sizes, [float(run["error"]) for run in mine], style, label=name)
times.set_ylabel("seconds of CPU")
errors.set_ylabel("true error")
for one in (times, errors):
    one.set_xlabel("rows")
    one.legend(fontsize=8)
