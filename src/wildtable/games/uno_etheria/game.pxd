cimport cython
from wildtable.engine.cbits cimport ALL_64, ONE, lowest_bit, popcount
from wildtable.engine.open_hands cimport OpenHands
from wildtable.engine.table cimport Table

cdef int BRISK, DEALT, DECLINE, MATCH_WITHOUT_WINNER, MATCH_WON, NOBODY, OPTIONAL, REQUIRED
cdef int ROUND_WITHOUT_WINNER, ROUND_WON, SCORED
cdef int ANSWERING, CALL, CALLED, CANNOT_PLAY, CATCH, CAUGHT, CHALLENGE, CHALLENGED, CHOOSING, CHOSE_SECRET, COLOR
cdef int COLOR_CHOSEN, COUNTED, DRAW, DRAW_2, FOIL, IGNORED, KEEP, KEPT, MATCHED, MISSED, NAMING, NO_COLOR, NO_VALUE
cdef int NOTHING_SHOWN, PASS, PASSED, PLACE, PLACED, PLACING, PLAY, PLAYED, REVEALED, REVERSE, REVERSED, SAY_CALL, SAY_COLOR, SECRET, SHOW
cdef int SHOWED, SHOWING, SHUFFLED, SILENT, SKIP, SKIPPED, TAKE, TOO_LATE, TURN, TURNED_UP, UNITE, UNO, WILD, WILD4

cdef int USUAL_POINTS
cdef unsigned long long ONE_COLOR, ONE_VALUE, NUMBERS, COLORED, WILD4_BIT, ALL_WILDS, FREE_WILDS
cdef unsigned long long ONE_COLOR_EACH


# Final, so that its own methods are called directly. What it overrides is declared in table.pxd.
@cython.final
cdef class UnoEtheria(OpenHands):
    cdef readonly int target
    cdef readonly bint foil
    cdef readonly bint bluff
    cdef bint wild_is_match
    cdef bint two_player_reverse_skips
    cdef readonly bint keep_any_color
    cdef bint placed_card_acts
    cdef bint last_card_draws

    cdef readonly int phase
    cdef readonly int color
    cdef readonly int value
    cdef unsigned long long match

    cdef readonly int attacker
    cdef readonly int wild4_on
    cdef readonly bint unlawful
    cdef readonly int lone_card

    cdef unsigned char[12] picks
    cdef readonly unsigned int picked
    cdef readonly unsigned int matched

    cdef unsigned long long[80] seen
    cdef unsigned char[20] seen_at_least
    cdef unsigned int seen_by

    cdef unsigned long long[12] vouched_kinds
    cdef unsigned char[12] vouched

    cdef int said_card
    cdef int said_color

    cdef void copy_game(self, UnoEtheria other) noexcept nogil

    cdef void start_round(self) noexcept nogil
    @cython.locals(card=int)
    cdef void deal_round(self) noexcept nogil

    cdef void settle(self, int seat) noexcept nogil

    @cython.locals(found="unsigned long long")
    cdef unsigned long long offer_window(self, int seat, int which) noexcept nogil
    @cython.locals(kinds="unsigned long long")
    cdef int offer_turn(self, int seat, int which, unsigned long long* words) noexcept nogil
    @cython.locals(kinds="unsigned long long")
    cdef unsigned long long playable(self, int seat) noexcept nogil
    @cython.locals(kinds="unsigned long long")
    cdef bint holds_match(self, int seat, int color) noexcept nogil
    @cython.locals(kinds="unsigned long long")
    cdef unsigned long long forbids_wild4(self, int color) noexcept nogil
    cdef int offer_answer(self, int seat, unsigned long long* words) noexcept nogil
    cdef int offer_rest_of_move(self, int seat, int which, unsigned long long* words) noexcept nogil

    cdef void play_card(self, int seat, int card) noexcept nogil
    cdef void ask_further(self, int seat, int stage) noexcept nogil
    cdef void complete(self, int seat) noexcept nogil

    @cython.locals(card=int)
    cdef void lay(self, int seat, bint called) noexcept nogil
    @cython.locals(card=int, rule=int)
    cdef void show_lack(self, int seat, int card) noexcept nogil
    cdef void log_play(self, int seat) noexcept nogil
    cdef void set_top(self, int value, int color) noexcept nogil
    @cython.locals(count=int)
    cdef void draw_one(self, int seat) noexcept nogil
    cdef void pass_turn(self, int seat) noexcept nogil

    cdef void owe_call(self, int seat, bint called) noexcept nogil
    cdef void close_window(self) noexcept nogil
    cdef void call(self, int seat) noexcept nogil
    cdef void catch(self, int seat, int other) noexcept nogil

    @cython.locals(value=int)
    cdef void do_effect(self, int seat, int card) noexcept nogil
    cdef void skip(self, int seat, int rule) noexcept nogil
    cdef void reverse(self, int seat) noexcept nogil

    cdef void begin_unite(self, int seat) noexcept nogil
    @cython.locals(other=int)
    cdef void choose_secret(self, int seat, int card) noexcept nogil
    cdef void show_card(self, int seat, int card) noexcept nogil
    @cython.locals(color=int, seat=int, card=int)
    cdef void reveal(self, int player) noexcept nogil
    @cython.locals(seat=int)
    cdef void log_reveal(self, int player) noexcept nogil
    @cython.locals(card=int, acts=bint)
    cdef void place_secret(self, int seat) noexcept nogil
    @cython.locals(rule=int)
    cdef void keep(self, int seat, int color) noexcept nogil
    cdef void end_unite(self) noexcept nogil

    cdef void ask_to_answer(self, int seat) noexcept nogil
    cdef void take(self, int seat) noexcept nogil
    @cython.locals(player=int, unlawful=bint)
    cdef void challenge(self, int seat) noexcept nogil
    @cython.locals(card=int, _=int, rule=int)
    cdef void log_challenge(self, int seat, int player) noexcept nogil
    cdef void end_answer(self) noexcept nogil

    cdef void go_out(self, int seat, int card) noexcept nogil
    cdef void end_round(self, int winner) noexcept nogil
    cdef void end_match(self, int winner) noexcept nogil
    @cython.locals(numbers=int, actions=int, wilds=int)
    cdef void score(self, int winner) noexcept nogil
    @cython.locals(points=int, cards=int, seat=int, left="unsigned long long", card=int, count=int)
    cdef int points_left(self, int winner, unsigned long long kinds, int rule) noexcept nogil

    cdef void forget_seen(self, int pair, int card) noexcept nogil
    @cython.locals(count=int, n=int)
    cdef int count_seen(self, int pair, int card) noexcept nogil
    cdef int side_of(self, int viewer, int seat) noexcept nogil
    @cython.locals(pair=int, count=int, n=int)
    cdef void see_hand(self, int viewer, int seat) noexcept nogil
    @cython.locals(kinds="unsigned long long", left="unsigned long long", card=int)
    cdef unsigned long long held_more_than(self, int seat, int count) noexcept nogil
    cdef void vouch(self, int seat, unsigned long long kinds, int count) noexcept nogil

    @cython.locals(kinds="unsigned long long", rest="unsigned long long")
    cdef void redeal_drawn_card(self, int seat) noexcept nogil
    @cython.locals(wild4s=int, others=int, rest="unsigned long long", lawful=int, rest_of_hand=int, i=int)
    cdef unsigned long long drawn_kinds(self, int seat) noexcept nogil
    @cython.locals(kinds="unsigned long long", wanted=int, left="unsigned long long")
    cdef void redeal_vouched(self, int seat, int drawn_by) noexcept nogil
    @cython.locals(seat=int, kinds="unsigned long long", known="unsigned long long", card=int)
    cdef void judge_anew(self, int viewer) noexcept nogil
    @cython.locals(seat=int)
    cdef void pick_anew(self, int viewer) noexcept nogil
    @cython.locals(left="unsigned long long", count=int, r=int, card=int)
    cdef int any_card(self, int seat, unsigned long long kinds) noexcept nogil
    @cython.locals(seat=int, side=int, neighbor=int)
    cdef void see_anew(self, int viewer) noexcept nogil
    @cython.locals(wanted=int, left=int, n=int, card=int, count=int, _=int)
    cdef void see_some(self, int seat, int pair) noexcept nogil

    @cython.locals(colors="unsigned int", color=int, rich="unsigned long long")
    cdef unsigned long long best_secrets(self, int seat, unsigned long long kinds) noexcept nogil
    @cython.locals(
        before=int, in_force="unsigned long long", unlikely="unsigned long long", likely="unsigned long long"
    )
    cdef unsigned long long best_to_show(self, int seat, unsigned long long kinds) noexcept nogil
    @cython.locals(count=int)
    cdef bint doubts(self, int seat) noexcept nogil
