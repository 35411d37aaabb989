"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  // Sections: all are folded or unfolded at once; a link opens the one that it leads to, paper shows every one.
  const sections = all("section > details");
  const fold = document.getElementById("fold");
  const name = () => { fold.textContent = sections.some(one => one.open) ? "Fold all" : "Unfold all"; };
  if (fold) {
    fold.hidden = false;
    fold.addEventListener("click", () => {
      const open = !sections.some(one => one.open);
      for (const one of sections) one.open = open;
    });
    for (const one of sections) one.addEventListener("toggle", name);
  }
  for (const link of all("nav a")) {
    link.addEventListener("click", event => {
      const section = document.getElementById(link.getAttribute("href").slice(1));
      section.querySelector("details").open = true;
      // Inside a notebook's frame a link to a place would be resolved against the address of the notebook.
      if (location.protocol === "about:") {
        event.preventDefault();
        section.scrollIntoView();
      }
    });
  }
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = sections.filter(one => !one.open);
    for (const one of folded) one.open = true;
  });
  addEventListener("afterprint", () => { for (const one of folded) one.open = false; });

  // Tables: a click on a head sorts, the next one turns the order round, the third brings the first order back.
  const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  const power = (_, digits) => "e" + [...digits].map(one => one === "⁻" ? "-" : raised.indexOf(one)).join("");
  const units = { ms: 1e-3, s: 1, min: 60 };
  const number = text => {
    const plain = text.replace(/[\u202f\u00a0]/g, "").replace(/−/g, "-").replace(/ ?× ?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, power);
    const time = /^([\d.]+) (ms|s|min)(?: (\d+) s)?$/.exec(plain);
    if (time) return time[1] * units[time[2]] + Number(time[3] || 0);
    const found = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/.exec(plain);
    return found ? Number(found[0]) : -Infinity;
  };
  const compared = (words, a, b) => {
    if (words) return a.localeCompare(b, undefined, { numeric: true });
    const [left, right] = [number(a), number(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };
  for (const table of all("table")) {
    const body = table.tBodies[0], first = [...body.rows], heads = all("th", table);
    if (first.length < 2) continue;
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const next = { ascending: "descending", descending: null }[head.getAttribute("aria-sort")];
        const order = next === undefined ? "ascending" : next;
        for (const other of heads) other.removeAttribute("aria-sort");
        if (order) head.setAttribute("aria-sort", order);
        const turned = order === "descending" ? -1 : 1, words = head.classList.contains("words");
        const text = row => row.cells[column].textContent;
        body.append(...(order ? [...first].sort((a, b) => turned * compared(words, text(a), text(b))) : first));
      });
    });
  }

  // Choices: the slider says its row in numbers, and marks it in table and picture.
  for (const choice of all(".choice")) {
    const slider = choice.querySelector("input"), said = choice.querySelector("output");
    const rows = all("tbody tr", choice), heads = all("th", choice).map(head => head.textContent);
    const sentences = all("option", choice).map(option => option.label);
    const tile = (label, value) => {
      const made = document.createElement("div");
      made.className = "tile";
      for (const [kind, text] of [["label", label], ["value", value]]) {
        const line = document.createElement("div");
        line.className = kind;
        line.textContent = text;
        made.append(line);
      }
      return made;
    };
    const show = () => {
      const place = rows.length - 1 - Number(slider.value);
      slider.setAttribute("aria-valuetext", sentences[Number(slider.value)]);
      said.replaceChildren(...[...rows[place].cells].map((cell, i) => tile(heads[i], cell.textContent)));
      rows.forEach((row, i) => row.classList.toggle("chosen", i === place));
      for (const ring of all('[id*="-chosen-"]', choice)) ring.classList.toggle("shown", ring.id.endsWith(`-chosen-${place}`));
    };
    slider.addEventListener("input", show);
    choice.querySelector(".control").hidden = false;
    show();
  }
})();
