cimport cython
from libc.math cimport exp, log, sqrt
from wildtable.engine.cbits cimport ALL_64, ONE, lowest_bit, nth_bit, popcount

cdef int MAX_SEATS, KINDS, PILE_ROOM, HELD_ROOM, WORDS
cdef int DECLINE, OPTIONAL, REQUIRED, BOTH
cdef int DREW, RESHUFFLED, EXCEPTIONS
cdef int WHOLE_ROUND, LAPS
cdef double A_ROUND_LESS, A_CARD, A_WILD, CLOSE
cdef int NOBODY
cdef unsigned long long ONE_COLOR, WILDS, STEP, MIX_1, MIX_2, STAR


cdef class Deck:
    cdef unsigned char[400] cards
    cdef readonly int size
    cdef readonly int decks


cdef class Table:
    cdef readonly object game
    cdef readonly object options
    cdef Deck deck
    cdef object stream

    cdef readonly short seats
    cdef short slots
    cdef unsigned char[12] seat_at
    cdef unsigned char[12] chair_of
    cdef readonly short direction
    cdef readonly short dealer
    cdef readonly short turn
    cdef readonly short mover

    cdef readonly unsigned short required
    cdef readonly unsigned short optional
    cdef readonly unsigned short asked
    cdef readonly short stage
    cdef readonly short speaker

    cdef readonly bint drawn
    cdef readonly short drawn_card
    cdef readonly short idle_turns
    cdef readonly unsigned short uncalled

    cdef unsigned char[400] draw_pile
    cdef readonly short draw_count
    cdef unsigned char[400] discard_pile
    cdef readonly short discard_count
    cdef unsigned char[2304] held
    cdef unsigned long long[12] mask
    cdef short[12] hand_size
    cdef bint anything_shown

    cdef unsigned long long[12] lacked
    cdef short[12] drawn_since

    cdef readonly int round
    cdef readonly bint round_over
    cdef readonly unsigned short round_winners
    cdef readonly bint over
    cdef readonly unsigned short winners
    cdef int[12] scores

    cdef unsigned long long random_state
    cdef bint keyed
    cdef unsigned long long stream_position
    cdef unsigned long long salt

    cdef short[12] missing
    cdef bint guessing
    cdef bint orderly

    cdef bint logging
    cdef list log
    cdef list noted

    # What is `inline` no game overrides: table.py calls it directly. It still takes a look-up from another file.
    cdef void copy_from(self, Table other) noexcept nogil
    cdef int offer(self, int seat, int which, unsigned long long* words) noexcept nogil
    cdef void make(self, int seat, int choice) noexcept nogil
    cdef void open_match(self) noexcept nogil
    cdef int pinned(self, int viewer, int seat, int card) noexcept nogil
    cdef void forget(self, int seat, int card) noexcept nogil

    @cython.locals(x="unsigned long long")
    cdef void reseed(self, unsigned long long seed) noexcept nogil
    @cython.locals(x="unsigned long long")
    cdef inline int below(self, int n) noexcept nogil
    cdef int keyed_below(self, int n) noexcept with gil
    cdef void stir(self, int number) noexcept nogil
    @cython.locals(i=int, j=int, card=int)
    cdef inline void shuffle(self, unsigned char* cards, int count) noexcept nogil

    @cython.locals(chair=int)
    cdef int next_seat(self, int seat) noexcept nogil
    cdef inline int left_of(self, int seat) noexcept nogil
    cdef int right_of(self, int seat) noexcept nogil
    cdef inline int next_actor(self) noexcept nogil
    cdef inline void take_turn(self, int seat) noexcept nogil
    cdef unsigned int catchers(self) noexcept nogil
    cdef unsigned int catchable(self, int seat) noexcept nogil
    cdef inline void moved(self, int seat) noexcept nogil
    cdef void pass_left(self, int seat) noexcept nogil

    cdef void gain(self, int seat, int card) noexcept nogil
    @cython.locals(place=int, gone=bint)
    cdef void lose(self, int seat, int card) noexcept nogil
    @cython.locals(deck=int, found=int)
    cdef inline bint holds_kind(self, int seat, int kind) noexcept nogil
    cdef int top_card(self) noexcept nogil
    cdef inline void discard(self, int card) noexcept nogil
    cdef void gather(self) noexcept nogil
    @cython.locals(seat=int, _=int)
    cdef void deal(self, int count) noexcept nogil
    cdef inline int draw(self, int seat, int count, int rule, int reshuffle_rule) noexcept nogil
    cdef inline bint can_draw(self) noexcept nogil
    cdef int draw_in_turn(self, int seat, int rule, int reshuffle_rule, unsigned long long kinds) noexcept nogil
    cdef void seems_to_lack(self, int seat, unsigned long long kinds) noexcept nogil
    @cython.locals(i=int)
    cdef void reshuffle(self, int rule) noexcept nogil
    cdef void redeal(self, int viewer) noexcept nogil
    @cython.locals(kinds="unsigned long long", count=int, keep=int, seat=int, card=int, shown=bint)
    cdef void take_back(self, int viewer) noexcept nogil
    @cython.locals(i=int, j=int, card=int)
    cdef void sort_draw_pile(self) noexcept nogil
    @cython.locals(seat=int, since=int, unlikely="unsigned long long")
    cdef void give_back(self) noexcept nogil
    @cython.locals(top=int, i=int, card=int)
    cdef void avoid_on_top(self, unsigned long long kinds) noexcept nogil
    @cython.locals(count=int, r=int, i=int, card=int)
    cdef int give_back_one(self, int seat, unsigned long long kinds) noexcept nogil
    @cython.locals(count=int, i=int)
    cdef int in_draw_pile(self, unsigned long long kinds) noexcept nogil

    cdef void finish_round(self, unsigned int winners) noexcept nogil
    cdef void finish_match(self, unsigned int winners) noexcept nogil
    cdef int foresight(self) noexcept nogil
    cdef double worth(self, int seat) noexcept nogil
    cdef int few_laps(self, int target) noexcept nogil
    cdef double worth_of_round(self, int seat, int target, int usual) noexcept nogil
    @cython.locals(mine=double, total=double, weight=double, other=int)
    cdef double worth_of_hands(self, int seat) noexcept nogil
    @cython.locals(mine=double, total=double, weight=double, other=int)
    cdef double worth_of_scores(self, int seat, int target, int usual) noexcept nogil
    @cython.locals(total=double, other=int)
    cdef double worth_of_points(self, int seat, double swing, int rounds) noexcept nogil
    cdef void sift(self, int seat, int count, unsigned long long* words) noexcept nogil
    cdef int merit(self, int seat, int kind) noexcept nogil
    @cython.locals(best="unsigned long long", most=int, merit=int, kind=int)
    cdef unsigned long long best_kinds(self, int seat, unsigned long long kinds) noexcept nogil
    @cython.locals(most=int, color=int, count=int)
    cdef unsigned int richest_colors(self, int seat) noexcept nogil
    @cython.locals(words="unsigned long long[12]", bits="unsigned long long", count=int, i=int, r=int, n=int)
    cdef inline int pick(self, int seat, int which) noexcept nogil
    @cython.locals(seat=int, which=int, choice=int)
    cdef inline int random_choice(self, int manner) noexcept nogil
    @cython.locals(decisions="long long")
    cdef long long random_play(self, long long limit, int manner) noexcept nogil

    cdef void emit(self, int kind, int rule, int seat, int other, int card, int number) noexcept with gil
    cdef void note(self, int card) noexcept with gil
    cdef void emit_noted(self, int kind, int rule, int seat, int other, int number, unsigned int seers) noexcept with gil
    @cython.locals(seat=int)
    cdef void tell_left(self, int rule) noexcept with gil
    cdef void note_left(self, int seat) noexcept with gil
    @cython.locals(words="unsigned long long[12]", bits="unsigned long long", count=int, i=int)
    cdef list choices_of(self, int seat, int which, bint sifted)
