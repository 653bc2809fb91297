cimport cython
from wildtable.engine.cbits cimport ONE, lowest_bit, nth_bit, popcount
from wildtable.engine.open_hands cimport OpenHands
from wildtable.engine.table cimport Table
from wildtable.games.whats_wild.melds cimport is_complete, judge, points_of
from wildtable.games.whats_wild.outlook cimport expected_cost

cdef int BRISK, DEALT, MATCH_WON, NOBODY, REQUIRED, ROUND_WON
cdef int CHAM, CHAM_POINTS, DECK, DISCARD, DISCARDED, GOWILD, LAID_DOWN, LIMIT_REACHED, NUMBER, NUMBER_CHANGED, PILE
cdef int QUIET, SAY_NUMBER, SAY_WILD, TOOK, TURNED_UP, WENT_WILD, WILD

cdef unsigned long long PLAIN, ONE_NUMBER, FIFTEEN, CHAM_BIT, ALL_NUMBERS
cdef int A_WILD, STRAY, FITS, FITS_AT_LAST, TRIES
cdef double SWING, GIFT, COMMON, DONE, MARGIN


cdef class WhatsWild(OpenHands):
    cdef unsigned char[12] round_cards
    cdef readonly int round_count
    cdef bint reshuffle_all
    cdef readonly bint twin_discard
    cdef readonly bint cham_gowild
    cdef bint last_round_decides
    cdef bint random_dealer
    cdef readonly int turn_limit

    cdef readonly int wild
    cdef readonly bint opening
    cdef readonly int taken
    cdef readonly int turns
    cdef readonly int first_gone
    cdef readonly unsigned int gone

    cdef unsigned long long[12] twice
    cdef unsigned long long[12] tally

    cdef short[120] sheet

    cdef bint imagined
    cdef unsigned char[64] unseen

    cdef void copy_from(self, Table other) noexcept nogil
    cdef void copy_game(self, WhatsWild other) noexcept nogil

    cdef void gain(self, int seat, int card) noexcept nogil
    cdef void lose(self, int seat, int card) noexcept nogil
    cdef void gather(self) noexcept nogil

    cdef void open_match(self) noexcept nogil
    cdef void start_round(self) noexcept nogil
    @cython.locals(count=int)
    cdef void deal_round(self) noexcept nogil
    cdef void clear_round(self) noexcept nogil

    cdef int offer(self, int seat, int which, unsigned long long* words) noexcept nogil
    cdef unsigned long long offer_rest_of_move(self, int which) noexcept nogil
    @cython.locals(top=int)
    cdef bint may_take(self, int seat) noexcept nogil
    @cython.locals(kinds="unsigned long long")
    cdef unsigned long long left_to_discard(self, int seat, int top) noexcept nogil
    @cython.locals(kinds="unsigned long long")
    cdef unsigned long long discardable(self, int seat) noexcept nogil
    @cython.locals(plain="unsigned long long", left="unsigned long long")
    cdef unsigned long long sensible(self, int seat, unsigned long long kinds) noexcept nogil

    cdef void make(self, int seat, int choice) noexcept nogil
    cdef void draw_from_deck(self, int seat) noexcept nogil
    @cython.locals(card=int)
    cdef void take_top(self, int seat) noexcept nogil
    cdef void reshuffle(self, int rule) noexcept nogil
    cdef void put_down(self, int seat, int card) noexcept nogil
    cdef void change_number(self, int seat, int number) noexcept nogil
    cdef void ask_or_end(self, int seat) noexcept nogil
    @cython.locals(further=int)
    cdef void end_turn(self, int seat) noexcept nogil

    cdef void go_wild(self, int seat) noexcept nogil
    @cython.locals(card=int)
    cdef void show_hand(self, int seat) noexcept nogil
    @cython.locals(column="unsigned long long", plain="unsigned long long", twice="unsigned long long")
    cdef bint hand_is_complete(self, int seat) noexcept nogil
    cdef int wilds_of(self, int seat) noexcept nogil
    @cython.locals(tally="unsigned long long")
    cdef unsigned long long plain_tally(self, int seat) noexcept nogil

    @cython.locals(fewest=int, winners="unsigned int", seat=int, points=int)
    cdef void end_round(self) noexcept nogil
    cdef int points_in(self, int seat) noexcept nogil
    @cython.locals(
        found="unsigned long long[9]", column="unsigned long long", plain="unsigned long long",
        twice="unsigned long long", points=int
    )
    cdef int cost(self, int seat, int stray) noexcept nogil
    @cython.locals(winners="unsigned int", seat=int, last="int[12]")
    cdef void end_match(self) noexcept nogil
    @cython.locals(fewest=int, winners="unsigned int", seat=int)
    cdef unsigned int lowest(self, int* points, unsigned int among) noexcept nogil

    cdef double worth(self, int seat) noexcept nogil

    cdef void note_hand(self, int seat) noexcept with gil

    cdef void sift(self, int seat, int count, unsigned long long* words) noexcept nogil
    @cython.locals(left="unsigned long long", shown=bint, least=int, best="unsigned long long", kind=int, cost=int)
    cdef unsigned long long best_discards(self, int seat, unsigned long long kinds) noexcept nogil
    @cython.locals(number=int, skin=int, near=int, alike=int)
    cdef int merit(self, int seat, int kind) noexcept nogil
    @cython.locals(before=int, best="unsigned long long", least=int, number=int, cost=int)
    cdef unsigned long long best_numbers(self, int seat) noexcept nogil
    @cython.locals(before=int, shown=bint, after=int)
    cdef bint wants(self, int seat, int top) noexcept nogil
    cdef int stray(self) noexcept nogil
    @cython.locals(
        left="unsigned long long[1]", column="unsigned long long", plain="unsigned long long",
        twice="unsigned long long"
    )
    cdef unsigned long long left_over(self, int seat, int stray) noexcept nogil

    cdef void sift_closely(self, int seat, int count, unsigned long long* words) noexcept nogil
    @cython.locals(kind=int, place=int, other=int)
    cdef void count_unseen(self, int seat) noexcept nogil
    @cython.locals(
        column="unsigned long long", plain="unsigned long long", twice="unsigned long long", chams=int, wilds=int
    )
    cdef double outlook(self, int seat) noexcept nogil
    @cython.locals(shown=bint, cost=double, number=int, other=double)
    cdef double outlook_without(self, int seat, int kind) noexcept nogil
    @cython.locals(before=int, cost=double, skin=int)
    cdef double outlook_with(self, int seat, int number) noexcept nogil
    @cython.locals(costs="double[64]", left="unsigned long long", kind=int)
    cdef unsigned long long promising_discards(self, int seat, unsigned long long kinds) noexcept nogil
    @cython.locals(costs="double[64]", number=int)
    cdef unsigned long long promising_numbers(self, int seat) noexcept nogil
    @cython.locals(least=double, left="unsigned long long", best="unsigned long long")
    cdef unsigned long long cheapest(self, double* costs, unsigned long long bits) noexcept nogil

    @cython.locals(seat=int)
    cdef void redeal(self, int viewer) noexcept nogil
    @cython.locals(kinds="unsigned long long")
    cdef void ripen(self, int seat) noexcept nogil
    @cython.locals(place=int)
    cdef int turns_of(self, int seat) noexcept nogil
    @cython.locals(found="unsigned long long", kinds="unsigned long long", kind=int)
    cdef unsigned long long unknown_in(self, int seat) noexcept nogil
    @cython.locals(card=int, shown=bint, place=int)
    cdef void put_back(self, int seat, unsigned long long kinds) noexcept nogil
