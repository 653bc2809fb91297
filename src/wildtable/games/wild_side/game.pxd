cimport cython
from wildtable.engine.cbits cimport ALL_64, ONE, lowest_bit, popcount
from wildtable.engine.open_hands cimport OpenHands
from wildtable.engine.table cimport Table

cdef int BRISK, DEALT, DECLINE, EVERYBODY, MATCH_WON, NOBODY, REQUIRED, ROUND_WON, SCORED
cdef int ADDED, ANY, BADGER, BADGER_PLAYED, BLIND, BLIND_TURNED, CLEARED, DONE, END, HIGHER_PLAYED, LEADS, LOT_DRAWN
cdef int NO_CARD, NOTHING_ADDED, ONE_CARD, OPENED, ORDER, PILE_TAKEN, PLACES, PLAY, ROW, RUN, RUN_PLAYED, SAY_CARDS
cdef int SET, SET_PLAYED
cdef int ALL_PLACES, BLIND_MERIT, HIGH, MOST_LOTS, MOST_PICKUPS
cdef double SWING

cdef unsigned long long TWO, ONE_VALUE, BADGER_BIT


# Final, so that its own methods are called directly. What it overrides is declared in table.pxd.
@cython.final
cdef class WildSide(OpenHands):
    cdef int leads_each
    cdef readonly bint runs_start_anywhere
    cdef readonly bint voluntary_pickup
    cdef readonly bint blind_after_clear
    cdef bint last_card_always_ends

    cdef readonly int leader
    cdef readonly int unseen
    cdef int[12] round_points

    cdef unsigned char[48] face_up
    cdef unsigned char[48] face_down
    cdef unsigned char[12] places_up
    cdef unsigned char[12] places_down
    cdef unsigned long long[12] row

    cdef unsigned char[400] pile
    cdef readonly int pile_count
    cdef readonly int top
    cdef readonly int equals

    cdef readonly bint opening
    cdef readonly bint going_on
    cdef readonly bint adding
    cdef readonly int pickups
    cdef unsigned long long fitting_hand
    cdef unsigned long long fitting_row

    cdef int said_count
    cdef int said_as
    cdef int said_last
    cdef unsigned int said_row
    cdef int said_order

    cdef void copy_game(self, WildSide other) noexcept nogil

    cdef void next_round(self) noexcept nogil
    cdef void tell_leader(self) noexcept nogil
    cdef void clear_round(self) noexcept nogil
    @cython.locals(seat=int, place=int, i=int, _=int)
    cdef void deal_round(self) noexcept nogil
    cdef void put_face_down(self, int seat, int place, int kind) noexcept nogil
    cdef void put_face_up(self, int seat, int place, int kind) noexcept nogil
    @cython.locals(
        undrawn=int, drawing="unsigned int", ties=int, highest=int, tied="unsigned int", seat=int, value=int, rule=int
    )
    cdef void draw_lots(self) noexcept nogil

    cdef void begin_turn(self, int seat) noexcept nogil
    cdef void end_turn(self, int seat) noexcept nogil

    cdef int offer_fitting(self, int which, int enough, unsigned long long* words) noexcept nogil
    cdef unsigned int free_places(self, int seat) noexcept nogil
    cdef bint may_be_blind(self, unsigned long long others) noexcept nogil
    @cython.locals(kind=int, value=int, hand="unsigned long long", row="unsigned long long")
    cdef inline bint find_fitting(self, int seat) noexcept nogil
    cdef bint has_room(self, int value) noexcept nogil
    cdef bint may_run_from(self, int value) noexcept nogil

    @cython.locals(kind=int)
    cdef inline void play_card(self, int seat, int card) noexcept nogil
    cdef void lay_and_ask(self, int seat, int card) noexcept nogil
    @cython.locals(kind=int)
    cdef inline void lay(self, int seat, int card) noexcept nogil
    cdef void put_on_pile(self, int kind) noexcept nogil
    @cython.locals(place=int, end=int)
    cdef void take_from_row(self, int seat, int kind) noexcept nogil

    @cython.locals(value=int)
    cdef inline void complete(self, int seat) noexcept nogil
    @cython.locals(start=int, order=int, row="unsigned int", kinds="unsigned char[4]", i=int, place=int)
    cdef void put_in_order(self) noexcept nogil
    @cython.locals(i=int, kind=int, rule=int)
    cdef void log_play(self, int seat) noexcept nogil
    cdef inline void forget_said(self) noexcept nogil
    cdef inline void after_play(self, int seat) noexcept nogil
    cdef inline bint is_out(self, int seat) noexcept nogil

    cdef void play_badger(self, int seat, int card) noexcept nogil
    @cython.locals(i=int)
    cdef void clear_pile(self, int seat) noexcept nogil
    cdef void empty_pile(self) noexcept nogil

    cdef void play_higher(self, int seat, int card) noexcept nogil
    @cython.locals(i=int)
    cdef void take_pile(self, int seat, int rule) noexcept nogil

    @cython.locals(kind=int, value=int)
    cdef void turn_blind(self, int seat, int place) noexcept nogil
    cdef void add_nothing(self, int seat) noexcept nogil

    cdef void end_round(self, int seat) noexcept nogil
    @cython.locals(seat=int, points=int)
    cdef void score(self, int winner) noexcept nogil
    @cython.locals(points=int, kinds="unsigned long long", kind=int, i=int)
    cdef int points_in(self, int seat) noexcept nogil
    @cython.locals(value=int)
    cdef int points_of(self, int kind) noexcept nogil
    @cython.locals(lowest=int, seat=int, winners="unsigned int")
    cdef void end_match(self) noexcept nogil

    @cython.locals(first=int, equal="unsigned long long")
    cdef unsigned long long longer_way(self, int seat, unsigned long long kinds) noexcept nogil
    @cython.locals(own="unsigned long long", length=int)
    cdef int run_from(self, int seat, int kind) noexcept nogil
