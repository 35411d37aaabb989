"""Left: seconds of a first fit by examples, beside peers. Right: the memory that it took. From numbers written down."""

import csv
from pathlib import Path

import matplotlib.pyplot as plt

folder = Path(__file__).resolve().parent if "__file__" in globals() else Path.cwd()  # Sphinx runs it in its folder
with (folder.parent / "data" / "svm_growth.csv").open() as file:
    runs = list(csv.DictReader(file))

_, (times, memory) = plt.subplots(1, 2)
for problem, line in (("cover", "-"), ("ijcnn1", "--")):
    for library, color in (("drupe", "C0"), ("sklearn", "C3"), ("intelex", "C1")):
        mine = [run for run in runs if run["problem"] == problem and run[f"{library} s"]]
        sizes = [int(run["examples"]) for run in mine]
        for plot, unit in ((times, "s"), (memory, "MB")):
            numbers = [float(run[f"{library} {unit}"]) for run in mine]
            plot.loglog(sizes, numbers, f"{color}o{line}", markersize=3, label=f"{library}, {problem}")
times.set_ylabel("seconds of the first fit")
memory.set_ylabel("megabytes above the data")
for one in (times, memory):
    one.set_xlabel("examples")
times.legend(fontsize=7)
