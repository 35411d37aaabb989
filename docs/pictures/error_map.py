"""What a majority of three makes of an error: the map, round by round, and the rounds that a goal takes."""

import matplotlib.pyplot as plt
import numpy as np

from drupe.textbook.boosting.error_map import Recursion, boosted_errors

errors = np.linspace(0.0, 0.5, 301)
shades = plt.get_cmap("viridis")(np.linspace(0.35, 0.9, 6))

_, (rounds, levels) = plt.subplots(1, 2)
rounds.plot(errors, errors, color="#7a7a7a", linestyle=":")
for count, (boosted, shade) in enumerate(zip(boosted_errors(errors, 6)[1:], shades, strict=True), start=1):
    rounds.plot(errors, boosted, color=shade, label=f"{count}")
rounds.legend(title="rounds", fontsize=8, title_fontsize=8)
rounds.set(xlabel="error of the weak rules", xlim=(0.0, 0.5), ylim=(0.0, 0.5))
rounds.set_title("error of their majorities", fontsize=9)
weak_errors = np.linspace(0.05, 0.499, 400)
for goal, color in ((0.1, "C0"), (0.01, "C1"), (1e-6, "C2")):
    deep = [Recursion(goal, float(weak)).levels for weak in weak_errors]
    levels.step(weak_errors, deep, where="post", color=color, label=f"{goal:g}")
levels.legend(title="goal", fontsize=8, title_fontsize=8, loc="upper left")
levels.set(xlabel="error of the weak rules", xlim=(0.0, 0.5), ylim=(0, 20), yticks=range(0, 21, 5))
levels.set_title("levels to a goal; weak rules: 3 to this power", fontsize=9)
