cimport cython
from wildtable.engine.cbits cimport ONE, lowest_bit, popcount
from wildtable.engine.table cimport Table

cdef int BRISK, DEALT, DECLINE, MATCH_WITHOUT_WINNER, MATCH_WON, NOBODY, OPTIONAL, REQUIRED
cdef int ROUND_WITHOUT_WINNER, ROUND_WON, SCORED
cdef int ALMIGHTY, ANY_MAY_START, ATTACKED, BALANCE, BALANCED, BALANCING, BECOME, BLOCK, CHAIN, CHAIN_CALLED, CHAINING
cdef int CHOOSE, CHOSE, CLASH, CLASHED, DRAW, DUEL, DUEL_ACCEPTED, DUEL_CALLED, DUEL_OVER, DUEL_VOID, DUEL_WON, DUELING
cdef int ECHO, ECHOED, EMPTIED_BY_DUEL, FIRE_2, GUARD_RAISED, GUARD_USED, HAVOC, NEXT_ROUND, NO_ELEMENT, NO_KIND
cdef int NEXT, NO_MORE, NO_SIGNAL_NEEDED, PASS, PASSED, PICK_UP, PICKING_UP, PLAY, PLAYED, PLAYING, PLAYS_AGAIN
cdef int SAY_BECOME, SAY_MORE, SAY_SIGNAL, SAY_TARGET, SEQUENCE, SHIELD, SHIELDED, SHOWN, SIGNAL, SIGNALLED, SILENT
cdef int SKIPPED, SLAM, STACKED, SWAPPED, TAKE, TARGET, TIED, TURN_ENDED, TURNED_UP

cdef int USUAL_POINTS
cdef unsigned long long NUMBERS_OF_ONE, HAVOC_OF_ONE, OF_ONE, TURNS, EVERY_ELEMENT, ALMIGHTY_BIT, SHIELD_BIT, ELEMENTLESS
cdef unsigned long long NUMBERS, PICK_UPS, EVERYTHING, ALL_BUT_ALMIGHTY, WATERS, ECHO_CARDS


# Final, so that its own methods are called directly. What it overrides is declared in table.pxd.
@cython.final
cdef class Cl4sh(Table):
    cdef readonly bint sequences
    cdef readonly bint slams
    cdef readonly bint last_card
    cdef readonly int target
    cdef bint at_once
    cdef bint havoc_on_same_element
    cdef readonly bint must_play
    cdef readonly bint pickup_stacking
    cdef bint guard_keeps_turn
    cdef bint shield_keeps_turn
    cdef bint opposites_tie
    cdef bint reset_chairs

    cdef readonly int phase

    cdef readonly int element
    cdef readonly int value
    cdef readonly bint any_card
    cdef readonly bint echo
    cdef unsigned long long valid

    cdef readonly unsigned int guards
    cdef readonly unsigned int signals

    cdef readonly int attacker
    cdef readonly int defender
    cdef readonly int attack_cards

    cdef readonly int duel_choice
    cdef readonly bint accepted
    cdef unsigned char[2] chosen
    cdef unsigned char[4] duel_cards
    cdef int duel_count

    cdef unsigned char[20] said
    cdef int said_size
    cdef int said_as
    cdef int said_target

    cdef void copy_game(self, Cl4sh other) noexcept nogil

    cdef void start_round(self) noexcept nogil
    cdef void clear_round(self) noexcept nogil
    cdef void deal_round(self) noexcept nogil

    cdef void begin_turn(self, int seat) noexcept nogil
    cdef void end_turn(self, int seat) noexcept nogil
    cdef void draw_one(self, int seat) noexcept nogil
    cdef void pass_turn(self, int seat) noexcept nogil
    cdef void end_if_stuck(self) noexcept nogil
    @cython.locals(ones="unsigned int", other=int)
    cdef void settle(self, int seat) noexcept nogil

    @cython.locals(kinds="unsigned long long")
    cdef int offer_turn(self, int seat, int which, unsigned long long* words) noexcept nogil
    @cython.locals(held="unsigned long long")
    cdef int offer_answers(self, int seat, unsigned long long* words) noexcept nogil
    cdef int offer_rest_of_move(self, int seat, int which, unsigned long long* words) noexcept nogil
    @cython.locals(last=int, kinds="unsigned long long", left="unsigned long long", kind=int, count=int, i=int)
    cdef unsigned long long further(self, int seat) noexcept nogil

    cdef void ask_further(self, int seat, int stage) noexcept nogil
    cdef void say_card(self, int seat, int kind) noexcept nogil
    cdef void become_kind(self, int seat, int kind) noexcept nogil
    cdef void complete(self, int seat) noexcept nogil

    @cython.locals(count=int, i=int, scored=bint)
    cdef void lay(self, int seat, bint signal) noexcept nogil
    @cython.locals(count=int, i=int, slam=bint)
    cdef void log_play(self, int seat) noexcept nogil
    @cython.locals(first=int)
    cdef int rule_of_play(self) noexcept nogil
    cdef void count_top_as(self, int kind) noexcept nogil
    cdef void set_any(self) noexcept nogil
    @cython.locals(stronger=int, kinds="unsigned long long")
    cdef unsigned long long beating(self, int element, int value) noexcept nogil
    @cython.locals(value=int)
    cdef void do_effect(self, int seat, int kind) noexcept nogil
    cdef void start_echo(self, int seat) noexcept nogil

    cdef void call_duel(self, int seat, int other) noexcept nogil
    cdef bint draw_for_duel(self, int seat) noexcept nogil
    cdef void accept_duel(self, int seat) noexcept nogil
    cdef void choose(self, int seat, int kind) noexcept nogil
    @cython.locals(first=int, second=int)
    cdef void show_choices(self) noexcept nogil
    cdef void show_choice(self, int seat, int kind) noexcept nogil
    @cython.locals(loser=int)
    cdef void win_duel(self, int winner, int rule) noexcept nogil
    cdef void tie_duel(self) noexcept nogil
    cdef void void_duel(self) noexcept nogil
    @cython.locals(count=int, i=int)
    cdef void put_duel_beneath(self) noexcept nogil
    @cython.locals(challenger=int, emptied=int)
    cdef void finish_duel(self, int winner) noexcept nogil

    cdef void call_chain(self, int seat, int other) noexcept nogil
    @cython.locals(seat=int, other=int, chair=int, other_chair=int)
    cdef void swap_chairs(self) noexcept nogil

    @cython.locals(other=int)
    cdef void call_balance(self, int seat) noexcept nogil
    @cython.locals(seat=int)
    cdef void end_balance_if_answered(self) noexcept nogil

    cdef void raise_guard(self, int seat) noexcept nogil
    cdef bint guarded(self, int seat, int attacker) noexcept nogil
    cdef void open_to_any(self) noexcept nogil
    @cython.locals(attacker=int, picking_up=bint)
    cdef void block(self, int seat) noexcept nogil

    @cython.locals(stacked=bint, cards=int, i=int, other=int)
    cdef void attack_next(self, int seat) noexcept nogil
    cdef void end_attack(self) noexcept nogil
    cdef void take(self, int seat) noexcept nogil

    cdef void signal(self, int seat) noexcept nogil
    cdef void clash(self, int seat, int other) noexcept nogil

    cdef void score(self, int seat, int points, int rule) noexcept nogil
    @cython.locals(best=int, most=int, seat=int)
    cdef int champion(self) noexcept nogil
    @cython.locals(seat=int)
    cdef bint end_at_target(self) noexcept nogil
    cdef void end_round(self, int winner) noexcept nogil
    @cython.locals(seat=int)
    cdef void deal_next_round(self) noexcept nogil
    cdef void end_match(self, int winner) noexcept nogil

    @cython.locals(bound=int, i=int, seat=int)
    cdef void redeal_duel(self, int viewer) noexcept nogil
    @cython.locals(given=int, count=int, i=int, card=int, other=int)
    cdef void provide(self, int seat, unsigned long long kinds, int viewer, int bound) noexcept nogil
    @cython.locals(count=int)
    cdef int count_of(self, int seat, unsigned long long kinds) noexcept nogil
    @cython.locals(place=int, kind=int, count=int)
    cdef int any_of(self, int seat, unsigned long long kinds) noexcept nogil

    cdef unsigned long long best_become(self, int seat, unsigned long long kinds) noexcept nogil
    @cython.locals(best=int, most=int, other=int, merit=int)
    cdef int best_target(self, int seat) noexcept nogil
    @cython.locals(value=int)
    cdef unsigned long long best_for_duel(self, unsigned long long kinds) noexcept nogil
    @cython.locals(close=int, other=int)
    cdef bint rather_waits(self, int seat) noexcept nogil
