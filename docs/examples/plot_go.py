"""
A move in Go, explained
=======================

A position, the moves that a learned ranking would play, why it would play the first of them, and whose the board is.
"""

# sphinx_gallery_start_ignore
# sphinx_gallery_capture_repr = ('_repr_html_',)
# sphinx_gallery_end_ignore

# %%
# **A game.** Records are read from SGF, which needs sgfmill (``pip install "drupe[go]"``). What is not legal is not
# played: `replayed` says how far it came.

import matplotlib.pyplot as plt

from drupe.go import playouts
from drupe.go.features.surroundings import within_reach
from drupe.go.pictures import picture, reasons
from drupe.go.play import TreeSearch, default_ranker
from drupe.go.records import read_sgf, replayed
from drupe.go.territory import TerritoryEstimate
from drupe.go.vertices import vertex_of

game = """(;GM[1]SZ[9]KM[7.5];B[dd];W[gg];B[ge];W[cf];B[df];W[dg];B[ef];W[ce];B[eg];W[dh];B[eh];W[ei];B[fi];W[fh]
;B[di];W[gi];B[ei];W[cd];B[cc];W[bc];B[cb];W[de];B[ed];W[ee];B[fe];W[ff])"""
replay = replayed(read_sgf(game))
board = replay.board
print(board)
print(f"{replay.played} moves, {board.to_play.name.capitalize()} to play; {replay.stopped or 'all were legal'}")

# %%
# **What would be played?** The ranker that comes with the package has learned from games of professionals: each
# move is told by its tactics, the stones around it and its distance to the last moves, and has the probability
# exp⟨w, x⟩ by the sum of that over all moves.

ranker = default_ranker()
ranking = ranker.rank(board)
for vertex, share in zip(ranking.vertices(5), ranking.shares, strict=False):
    print(f"{vertex}  {share:.0%}")

# %%
# **Why?** The score is a sum, so that every fact about the move has its part in it, compared with the other moves.
# The framed points are those that the pattern of reach 3 sees.

why = reasons(ranker, board, ranking.best)
for reason in why[:4]:
    print(f"{reason.amount:+.2f}  {reason.words}")
picture(
    board,
    ranking=ranking,
    shown=6,
    reasons=why,
    marked=within_reach(ranking.best, 3, 9),
    title="White has just played F4",
)

# %%
# **How sure is it?** The lead of the first move over the second is what it takes to say "I don't know" elsewhere.
# Among positions with a large lead more first moves are right; the experiment `go_moves` draws up the account.

print(f"the first move leads by {ranking.lead:.2f}")
fig, ax = plt.subplots(figsize=(6.0, 2.6), layout="constrained")
ax.bar(ranking.vertices(10), ranking.shares[:10])
ax.set(ylabel="probability", title="the first ten moves")
plt.show()

# %%
# **Looking ahead.** The ranking knows nothing of what comes after. A search begins with its best moves and judges
# each by random games to the end. It may change its mind:

move = TreeSearch(ranker, visits=100, games=8).choose(board, komi=7.5)
print(f"after 100 positions: {vertex_of(move, board.size)}")

# %%
# **Whose is the board?** The mean of many random games is an estimate; `TerritoryModel` learns one from scored games
# (experiment `go_territory`).

owners = TerritoryEstimate(playouts(board, 400, random_state=0).ownership)
picture(board, territory=owners, title="Blue for Black, red for White")
