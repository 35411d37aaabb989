"""
From texts
==========

Messages of customers: what are they about, one thing or several? From strings to labels in ten lines, then a look at
the words that decide.
"""

# %%
# **The messages.** Each is about delivery, price or quality, about two of these, or about none. They are made up of
# sentences, with words that tell nothing in between.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.pipeline import make_pipeline

from drupe import SVC, ManyLabels, TextVectors
from drupe.certification.certify_labels import certify_labels
from drupe.selection.break_even import BreakEven

SENTENCES = {
    "delivery": [
        "The parcel arrived late.",
        "Shipping took two weeks!",
        "It was delivered to a neighbor.",
        "Still waiting for the delivery.",
        "The courier never rang.",
        "It shipped quickly and arrived on Monday.",
    ],
    "price": [
        "Far too expensive.",
        "A fair price, I must say.",
        "Cheaper than in the shop.",
        "Please send the refund.",
        "The invoice is wrong, I paid twice.",
        "Prices went up again.",
    ],
    "quality": [
        "The handle broke after a day.",
        "Well made and sturdy.",
        "The material feels cheap and breaks.",
        "Scratched all over.",
        "Beautifully made, no scratches.",
        "It stopped working.",
    ],
}
FILLER = ["Hello,", "thanks in advance.", "I ordered this for my sister.", "Best regards.", "Please answer.", "😀"]

rng = np.random.default_rng(0)
messages, topics = [], []
for _ in range(400):
    about = {topic for topic in SENTENCES if rng.random() < 0.4}
    said = [str(rng.choice(SENTENCES[topic])) for topic in sorted(about)] + [str(rng.choice(FILLER)) for _ in range(2)]
    messages.append(" ".join(rng.permutation(said)))
    topics.append(about)
print(messages[0], sorted(topics[0]))

# %%
# **Learn.** The words become stems, rare ones weigh most, every message has length one; then a linear machine for each
# topic, trained on half of the messages.

model = make_pipeline(TextVectors(), ManyLabels(SVC(kernel="linear")))
model.fit(messages[:200], topics[:200])
labels = model[-1]
for text in ("It arrived broken, and it was expensive, too.", "Good morning!"):
    print(text, labels.predict_labels(model[0].transform([text])))

# %%
# **How good?** Precision and recall are equal where as many labels are given as there are.

true = np.array([[label in about for label in labels.classes_] for about in topics[200:]])
found = BreakEven.of(model.decision_function(messages[200:]), true)
print(f"break-even: {found.micro:.3f} (a threshold each), {found.pooled:.3f} (one for all)")

# %%
# **Certified.** The second half took no part in the fit. The three statements hold together with probability 0.95.

held_out = model[0].transform(messages[200:])
certified = certify_labels(labels, X_held_out=held_out, y_held_out=topics[200:])
for label in certified:
    print(f"{label:9} wrong on at most {certified[label].best.value:.1%} of the messages")

# %%
# **Which words?** The weights of a linear machine are those of the terms.

terms, figure = model[0].get_feature_names_out(), plt.figure(figsize=(9, 3))
for place, (label, machine) in enumerate(zip(labels.classes_, labels.estimators_, strict=True)):
    weights = np.asarray(machine.coef_.todense()).ravel()
    heavy = np.argsort(weights)[-8:]
    axes = figure.add_subplot(1, 3, place + 1)
    axes.barh(terms[heavy], weights[heavy], color="tab:blue")
    axes.set_title(f"{label}, if")
figure.tight_layout()
