"""Information-set Monte Carlo tree search: many re-deals of what a seat cannot know, one tree of choices over them all.

A deal copies the table and deals anew what the seat cannot know. The choices that it has now are compared in the same
deals (`Race`), a round of thought with each that is tried: it walks down the tree by what has gone well so far, adds
one choice to it, plays the round to its end with players who are mostly sensible (`Table.sift`), and counts what each
seat made of it at the choices that it made. The tree grows below a choice only after many rounds, for a sensible player
is seldom bettered by what a few have shown. On the way down the viewer tries out what is best; all others play as in
the rest of the round. The tree is of single choices, so a move of several words is several steps. Not every choice is
there in every deal: a choice is weighed against how often it was there to be chosen, not against how often its parent
was.
"""

from __future__ import annotations

import cython

from wildtable.bots.race import Race
from wildtable.engine.codes import BRISK, NOBODY, OPTIONAL, REQUIRED
from wildtable.engine.table import Table

if not cython.compiled:
    from math import sqrt

    from wildtable.engine.bits import ONE, lowest_bit, nth_bit, popcount

NODES = 262144  # choices that a tree can hold; a fuller one is not grown further, only counted in
DEPTH = 390
DOUBT = 0.3  # the part of the curiosity that all choices share alike, sensible or not
WHIM = 20  # one choice in so many need not be sensible
TRUST = 200  # rounds through a choice before the tree grows below it


class Search:
    """A tree and the room it takes; used again and again by one player."""

    def __init__(self) -> None:
        self.scratch = Table()
        self.deal = Table()
        self.race = Race()  # of the choices at the root: entrant 0 is node 1
        self.visits = [0] * 262144
        self.offered = [0] * 262144  # how often the choice was there when its parent was passed
        self.value = [0.0] * 262144  # what the seat that chose it made of it, summed up
        self.first_child = [0] * 262144
        self.sibling = [0] * 262144
        self.choice = [0] * 262144
        self.mover = [0] * 262144
        self.nodes = 1
        self.path = [0] * 400
        self.steps = 0
        self.words = [0] * 12
        self.sensible = [0] * 12
        self.curiosity = 0.7
        self.rounds = 0  # of thought, since the tree was cleared

    def clear(self) -> None:
        self.nodes = 1
        self.rounds = 0
        self.visits[0] = 0
        self.first_child[0] = 0
        self.race.clear()

    def forget(self) -> None:
        """Begin a new tree."""
        self.clear()

    def prepare(self, root: Table) -> None:
        """Make room for tables of this game and these options."""
        self.scratch = root.clone()
        self.deal = root.clone()
        self.clear()

    def think(self, root: Table, viewer: int, rounds: int, seed: int, which: int = 0) -> None:
        """At least `rounds` more rounds of thought for `viewer`, who is to choose at `root`, in deals that follow from
        `seed`. With `which`, OPTIONAL or REQUIRED, it is asked for that, also where a driver without a clock would ask
        somebody else before."""
        enough = self.rounds + rounds
        with cython.nogil:
            if self.race.entrants == 0:
                self.open_tree(root, viewer, which)
            while self.rounds < enough:
                self.deal.copy_from(root)
                self.deal.guessing = True
                self.deal.reseed(seed + self.race.deals)
                self.deal.redeal(viewer)
                for i in range(self.race.starters()):
                    self.scratch.copy_from(self.deal)
                    self.one_round(viewer, self.race.starter(i))
                self.race.end_deal()
            self.race.find_best()

    def open_tree(self, root: Table, viewer: int, which: int) -> None:
        """The choices at the root, sensible ones first."""
        if which == 0:
            which = OPTIONAL if root.optional & (root.asked ^ 0xFFFF) else REQUIRED
        count = root.offer(viewer, which, self.words)
        self.find_sensible(root, viewer, count)
        for i in range(count):
            self.enter_all(i, self.sensible[i], viewer, True)
            self.words[i] ^= self.sensible[i]
        for i in range(count):
            self.enter_all(i, self.words[i], viewer, False)

    def enter_all(self, word: int, bits: int, viewer: int, regular: bool) -> None:
        while bits != 0 and self.race.has_room():
            self.add_child(0, word * 64 + lowest_bit(bits), viewer)
            self.race.enter(regular)
            bits &= bits - 1

    def one_round(self, viewer: int, entrant: int) -> None:
        node = entrant + 1
        self.path[0] = 0
        self.path[1] = node
        self.steps = 2
        self.scratch.make(viewer, self.choice[node])
        self.walk(self.scratch, viewer, node)
        self.play_round(self.scratch)
        self.race.result[entrant] = self.scratch.worth(viewer)
        self.learn(self.scratch)
        self.rounds += 1

    def walk(self, table: Table, viewer: int, node: int) -> None:
        """Down the tree to a choice that has not been made yet, which is added, or to where it is not to grow yet."""
        while self.visits[node] >= TRUST and self.steps < DEPTH and not table.round_over:
            seat = table.next_actor()
            if seat == NOBODY:
                return
            which = OPTIONAL if table.optional & (table.asked ^ 0xFFFF) else REQUIRED
            if seat != viewer:
                which |= BRISK  # others are taken to play if they can and to call when it is due
            count = table.offer(seat, which, self.words)
            self.find_sensible(table, seat, count)
            choice = self.only_choice(count)
            child = 0
            fresh = False
            if choice == NOBODY:
                if seat == viewer:
                    child = self.best_child(node, count)
                    choice = self.choice[child] if child != 0 else self.untried_choice(table, count)
                else:
                    choice = self.usual_choice(table, count)
                    child = self.child_with(node, choice)
                fresh = child == 0
                if fresh and self.nodes < NODES:
                    child = self.add_child(node, choice, seat)
                if child != 0:
                    self.path[self.steps] = child
                    self.steps += 1
                    node = child
            table.make(seat, choice)
            if fresh:
                return

    def find_sensible(self, table: Table, seat: int, count: int) -> None:
        """Sift `words` into `sensible`. A sensible player may know a choice that is not brisk: it joins the others."""
        for i in range(count):
            self.sensible[i] = self.words[i]
        table.sift(seat, count, self.sensible)
        for i in range(count):
            self.words[i] |= self.sensible[i]

    def only_choice(self, count: int) -> int:
        """The one choice that there is, or NOBODY where there are several. A forced choice is no branch of the tree."""
        found = NOBODY
        for i in range(count):
            bits = self.words[i]
            if bits != 0:
                if found != NOBODY or bits & (bits - 1):
                    return NOBODY
                found = i * 64 + lowest_bit(bits)
        return found

    def how_many(self, words: list[int], count: int) -> int:
        found = 0
        for i in range(count):
            found += popcount(words[i])
        return found

    def best_child(self, node: int, count: int) -> int:
        """Of the choices that can be made now, the one worth most so far, with curiosity for those that have been made
        seldom, and more of it for sensible ones (PUCT). 0 if it is one that has never been made; then those alone
        remain in `words`."""
        unlikely = DOUBT / self.how_many(self.words, count)
        likely = unlikely + (1.0 - DOUBT) / self.how_many(self.sensible, count)
        best = 0
        most = -1.0
        total = 0.0
        all_values = 0.0
        child = self.first_child[node]
        while child != 0:
            word = self.choice[child] >> 6
            bit = ONE << (self.choice[child] & 63)
            if word < count and self.words[word] & bit:
                self.words[word] ^= bit
                self.offered[child] += 1
                number = 1.0 * self.visits[child]
                total += number
                all_values += self.value[child]
                urge = likely if self.sensible[word] & bit else unlikely
                urge *= self.curiosity * sqrt(1.0 * self.offered[child]) / (1.0 + number)
                worth = self.value[child] / number + urge
                if worth > most:
                    most = worth
                    best = child
            child = self.sibling[child]
        if best == 0:
            return 0
        # What has never been made is taken to be worth what all others are on average.
        urge = 0.0
        for i in range(count):
            if self.words[i] & self.sensible[i]:
                urge = likely
            elif self.words[i] and urge == 0.0:
                urge = unlikely
        if urge > 0.0 and all_values / total + urge * self.curiosity * sqrt(total + 1.0) > most:
            return 0
        return best

    def untried_choice(self, table: Table, count: int) -> int:
        """One of the choices in `words`, a sensible one if there are any."""
        for i in range(count):
            self.sensible[i] &= self.words[i]
        if self.how_many(self.sensible, count) > 0:
            for i in range(count):
                self.words[i] = self.sensible[i]
        return self.some_choice(table, count)

    def usual_choice(self, table: Table, count: int) -> int:
        """What another seat does: something sensible mostly. It is not for the tree to find out what would be best for
        it, for in all re-deals it would face the same hand of the viewer, which it does not know."""
        if table.below(WHIM) != 0:
            for i in range(count):
                self.words[i] = self.sensible[i]
        return self.some_choice(table, count)

    def child_with(self, node: int, choice: int) -> int:
        child = self.first_child[node]
        while child != 0 and self.choice[child] != choice:
            child = self.sibling[child]
        return child

    def some_choice(self, table: Table, count: int) -> int:
        """One of the choices in `words`, or NOBODY."""
        n = 0
        for i in range(count):
            n += popcount(self.words[i])
        if n == 0:
            return NOBODY
        r = table.below(n)
        for i in range(count):
            bits = self.words[i]
            n = popcount(bits)
            if r < n:
                return i * 64 + nth_bit(bits, r)
            r -= n
        return NOBODY

    def add_child(self, node: int, choice: int, seat: int) -> int:
        child = self.nodes
        self.nodes += 1
        self.visits[child] = 0
        self.offered[child] = 1
        self.value[child] = 0.0
        self.first_child[child] = 0
        self.sibling[child] = self.first_child[node]
        self.first_child[node] = child
        self.choice[child] = choice
        self.mover[child] = seat
        return child

    def play_round(self, table: Table) -> None:
        """To the end of the round, or as far as the game says, mostly with sensible choices; a play-out that knew
        nothing else would be blind to what other people do."""
        steps = 0
        foresight = table.foresight()
        while not table.round_over and not table.over and steps < foresight:
            seat = table.next_actor()
            if seat == NOBODY:
                return
            which = BRISK | (OPTIONAL if table.optional & (table.asked ^ 0xFFFF) else REQUIRED)
            count = table.offer(seat, which, self.words)
            if table.below(WHIM) != 0:
                table.sift(seat, count, self.words)
            table.make(seat, self.some_choice(table, count))
            steps += 1

    def learn(self, table: Table) -> None:
        self.visits[0] += 1
        for i in range(1, self.steps):
            node = self.path[i]
            self.visits[node] += 1
            self.value[node] += table.worth(self.mover[node])

    # Reading

    def tried(self, node: int = 0) -> list[tuple[int, int, float, int]]:
        """The choices at a node (the first ones, without one): each with how often it was made, what it was worth on
        average to who made it, and the node that it leads to. Of the first ones the best is first; else, the most
        tried."""
        found = []
        child = self.first_child[node]
        while child != 0:
            worth = self.value[child] / max(1, self.visits[child])
            found.append((self.choice[child], self.visits[child], worth, child))
            child = self.sibling[child]
        return sorted(found, key=lambda row: (row[3] != self.race.best + 1, -row[1], row[0]))

    def is_decided(self) -> bool:
        """Whether no more thought is needed: all choices but one are surely worse."""
        return self.race.is_decided()
