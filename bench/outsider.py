"""Our search at the UNO table of RLCard.

What that table tells a player becomes a position of UNO She-Ra, and what the search answers becomes one of the actions
that the table allows.

Nothing here imports RLCard: its states are dictionaries of text. It writes cards `g-5`, `r-skip` and `b-wild_draw_4`,
an action is the card that is played, of a wild card in the colour that is chosen, or `draw`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from wildtable.bots.players import Thinker, Thought
from wildtable.bots.sight import look
from wildtable.engine.codes import REQUIRED
from wildtable.engine.game import Position
from wildtable.games.uno_etheria import GAME
from wildtable.games.uno_etheria.codes import DRAW_2, NO_VALUE, REVERSE, SKIP, UNITE, WILD, WILD4
from wildtable.games.uno_etheria.game import UnoEtheria
from wildtable.games.uno_etheria.words import COLORS, Move

SEATS = 2
# RLCard refuses a Wild Draw Four while another card can be played, and knows no challenge. Nearest to that: it is
# refused on a colour that the hand has, and on nothing else.
OPTIONS = {"bluff": False, "wild_is_match": False}
# The secret card of a Unite is a rule of UNO She-Ra alone; without the four of them its deck is RLCard's.
DECK = tuple(card for card in GAME.new_table(SEATS, OPTIONS).deck_cards() if card != UNITE)

LETTERS = "rygb"  # in the order of our colours
SYMBOLS = {"skip": SKIP, "reverse": REVERSE, "draw_2": DRAW_2} | {str(number): number for number in range(10)}
WILDS = {"wild": WILD, "wild_draw_4": WILD4}
SYMBOL_OF = {value: symbol for symbol, value in SYMBOLS.items()}
WILD_OF = {card: symbol for symbol, card in WILDS.items()}


def card_of(text: str) -> int:
    """Our number of a card; the colour that a wild card carries at RLCard is not the card's own."""
    letter, _, symbol = text.partition("-")
    if symbol in WILDS:
        return WILDS[symbol]
    return LETTERS.index(letter) * 16 + SYMBOLS[symbol]


def action_of(move: Move) -> str:
    """What RLCard calls this move. There is no call of "UNO"; and all that is no play is `draw`."""
    if move.verb != "play":
        return "draw"
    if move.card in WILD_OF:
        return f"{LETTERS[COLORS.index(move.color)]}-{WILD_OF[move.card]}"
    return f"{LETTERS[move.card >> 4]}-{SYMBOL_OF[move.card & 15]}"


def color_in_force(told: Mapping[str, Any], legal: Sequence[str]) -> int:
    """The colour to be matched.

    `target` does not tell it of a wild card: that text keeps the colour that the card had in the box. The last of the
    cards played does. Where they have just been shuffled into a new deck, only what may be played now gives it away:
    a card of that colour, or else it is a colour that the hand lacks.
    """
    if told["played_cards"]:
        return LETTERS.index(told["played_cards"][-1][0])
    if card_of(told["target"]) & 15 != NO_VALUE:
        return LETTERS.index(told["target"][0])
    colored = [action[0] for action in legal if action != "draw" and card_of(action) & 15 != NO_VALUE]
    if colored:
        return LETTERS.index(colored[0])
    held = {card[0] for card in told["hand"] if card_of(card) & 15 != NO_VALUE}
    return next((color for color, letter in enumerate(LETTERS) if letter not in held), 0)


def table_of(told: Mapping[str, Any], legal: Sequence[str]) -> UnoEtheria:
    """A table of UNO She-Ra that looks to the player in turn as RLCard's does, from what RLCard tells that player.

    What the other player holds is made up, from the cards not seen: every search deals it anew.
    """
    seat = told["current_player"]
    hand = [card_of(card) for card in told["hand"]]
    # RLCard shuffles the top card into the new deck as well, and still matches by it.
    played = [card_of(card) for card in told["played_cards"]] or [card_of(told["target"])]
    unseen = sorted((Counter(DECK) - Counter(hand) - Counter(played)).elements())
    others = told["num_cards"][1 - seat]
    hands = [unseen[:others], unseen[:others]]
    hands[seat] = hand
    color = COLORS[color_in_force(told, legal)]
    position = Position(
        hands=hands,
        draw=unseen[others:],
        discard=played,
        dealer=1 - seat,
        turn=seat,
        direction=1,
        round=1,
        scores=[0] * SEATS,
        extra={"color": color} if played[-1] & 15 == NO_VALUE else {},
    )
    table = GAME.new_table(SEATS, OPTIONS)
    GAME.arrange(table, position)
    return table


class Searcher:
    """`fierce` with so many rounds a move, as an agent of RLCard."""

    use_raw = True  # actions are given as text

    def __init__(self, rounds: int, seed: int) -> None:
        self.thinker = Thinker(f"fierce:{rounds}", seed, Thought(rounds=rounds))
        self.moves = 0

    def step(self, state: Mapping[str, Any]) -> str:
        """The best of the actions that RLCard allows. UNO She-Ra also lets its player draw by choice."""
        legal: list[str] = state["raw_legal_actions"]
        if len(legal) == 1:
            return legal[0]
        told = state["raw_obs"]
        self.moves += 1
        sight = look(table_of(told, legal), told["current_player"], REQUIRED, self.moves)
        ranked = (action_of(weighed.move) for weighed in self.thinker.weigh(sight))
        # With very few rounds the tree may know none of them.
        return next((action for action in ranked if action in legal), legal[0])
