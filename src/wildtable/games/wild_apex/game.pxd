cimport cython
from wildtable.engine.cbits cimport ALL_64, ONE, lowest_bit, popcount
from wildtable.engine.table cimport Table

cdef int BRISK, DEALT, DECLINE, MATCH_WITHOUT_WINNER, MATCH_WON, NOBODY, OPTIONAL, REQUIRED
cdef int ROUND_WITHOUT_WINNER, ROUND_WON, SCORED
cdef int ACCUSE, ACCUSED, ALL, AS_COUNTER, ASKED, ASKING, ATTACKED, CALLED_OFF, CATCH, CAUGHT, COLOR, COLOR_CHOSEN
cdef int COUNTER, CRIED, CRY, CUT, CUT_MADE, CUTTING, DEALER_CHOOSES, DODGE, DRAW, DRAW_1, DRAW_2, FURY
cdef int FURY_COUNTERED, GIVE, LAPSED, LEAP, MISSED, NAMED, NO_ATTACK, NO_COLOR, NO_EFFECT, OUT_OF_TURN, PASS, PASSED, PLAY
cdef int PLAYED, PLAYING, SAID, SAY, SAY_COLOR, SAY_CRY, SAY_EFFECT, SAY_FURY, SAY_GIVE, SENT_BACK, SHIFT, SILENT
cdef int STANDS_FOR, TAKE, TO_ALL, TO_SOME, TOOK, TURNED_UP, WENT_OUT, WILD, WILD4

cdef int USUAL_POINTS
cdef unsigned long long COLORED, ONE_COLOR, ONE_VALUE, FURY_BIT, WILD4_BIT, FREE_WILDS
cdef unsigned long long ANSWERS_TO_DRAW_1, ANSWERS_TO_DRAW_2, ONE_COLOR_EACH, STANDS_FOR_ANY


# Final, so that its own methods are called directly. What it overrides is declared in table.pxd.
@cython.final
cdef class WildApex(Table):
    cdef readonly short decks
    cdef readonly short target
    cdef short points_action
    cdef short points_wild
    cdef bint offer_cut
    cdef bint two_player_shift_skips
    cdef readonly bint out_of_turn_penalty
    cdef readonly bint bluff
    cdef readonly bint fury_split
    cdef bint fury_as_answerable
    cdef readonly bint hardcore

    cdef readonly short phase
    cdef readonly short color
    cdef readonly short value
    cdef unsigned long long match

    cdef readonly short attack
    cdef readonly short attack_cards
    cdef readonly short attacker

    cdef readonly short went_out

    cdef readonly short fury_player
    cdef unsigned char[12] gifts

    cdef unsigned short[12] accusers
    cdef unsigned short unlawful
    cdef readonly unsigned short found_lawful
    cdef unsigned char[12] wild4_on

    cdef unsigned long long[36] shown

    cdef short said_card
    cdef short said_as
    cdef short said_color
    cdef short said_effect
    cdef short said_cry
    cdef unsigned char[12] said_gifts
    cdef short said_left
    cdef short said_last

    cdef void copy_game(self, WildApex other) noexcept nogil

    cdef void start_round(self) noexcept nogil
    cdef void clear_round(self) noexcept nogil
    cdef void ask_for_cut(self) noexcept nogil
    @cython.locals(i=int, place=int)
    cdef void cut(self, int seat, int count) noexcept nogil
    cdef void deal_round(self) noexcept nogil
    cdef void turn_up(self) noexcept nogil
    cdef void dealer_chose(self) noexcept nogil

    cdef void begin_turn(self, int seat) noexcept nogil
    @cython.locals(other=int)
    cdef void settle(self, int seat) noexcept nogil

    @cython.locals(other=int)
    cdef unsigned long long offer_windows(self, int seat) noexcept nogil
    cdef int offer_free_turn(self, int seat, int which, unsigned long long* words) noexcept nogil
    cdef unsigned long long playable(self, int seat) noexcept nogil
    cdef unsigned long long answers(self, int seat) noexcept nogil
    @cython.locals(deck=int, kind=int)
    cdef int offer_cards(self, int seat, unsigned long long kinds, unsigned long long* words) noexcept nogil
    @cython.locals(i=int, count=int, left=int)
    cdef int offer_cut_places(self, unsigned long long* words) noexcept nogil
    cdef int offer_rest_of_move(self, int seat, int which, unsigned long long* words) noexcept nogil

    cdef void ask_further(self, int seat, int stage) noexcept nogil
    cdef void play_card(self, int seat, int card) noexcept nogil
    cdef void stand_for(self, int seat, int kind) noexcept nogil
    cdef void choose_color(self, int seat, int color) noexcept nogil
    @cython.locals(other=int)
    cdef void give_to_all(self, int seat) noexcept nogil
    @cython.locals(portion=int)
    cdef void give_to(self, int seat, int other) noexcept nogil
    cdef void complete(self, int seat) noexcept nogil

    @cython.locals(card=int, left=int)
    cdef void lay(self, int seat) noexcept nogil
    @cython.locals(rule=int)
    cdef void log_play(self, int seat) noexcept nogil
    @cython.locals(other=int)
    cdef void log_split(self, int seat, int rule) noexcept nogil
    @cython.locals(value=int)
    cdef int rule_of_play(self) noexcept nogil
    cdef unsigned long long matching(self, int color, int value) noexcept nogil
    cdef void count_top_as(self, int kind, int color) noexcept nogil
    @cython.locals(value=int)
    cdef void do_effect(self, int seat, int kind) noexcept nogil
    cdef void attack_next(self, int seat, int kind, int count) noexcept nogil
    cdef void end_attack(self) noexcept nogil
    @cython.locals(value=int, rule=int)
    cdef void answer(self, int seat) noexcept nogil
    cdef int attack_laid(self) noexcept nogil
    @cython.locals(attack=int)
    cdef int counter_rule(self) noexcept nogil
    @cython.locals(attack=int, rule=int)
    cdef void take(self, int seat) noexcept nogil

    cdef void take_up_gifts(self, int seat) noexcept nogil
    @cython.locals(other=int)
    cdef void ask_or_deal(self, int seat) noexcept nogil
    @cython.locals(player=int, seat=int)
    cdef void deal_gifts(self) noexcept nogil
    cdef void end_fury(self) noexcept nogil
    cdef void take_from_fury(self, int seat) noexcept nogil
    cdef void counter_fury(self, int seat) noexcept nogil

    cdef void draw_one(self, int seat) noexcept nogil
    cdef void pass_turn(self, int seat) noexcept nogil

    cdef void catch(self, int seat, int other) noexcept nogil
    cdef void remember_wild4(self, int seat) noexcept nogil
    cdef void accuse(self, int seat, int other) noexcept nogil

    cdef void play_out_of_turn(self, int seat, int card) noexcept nogil
    cdef void say(self, int seat) noexcept nogil

    cdef void end_at_once(self, int seat) noexcept nogil
    cdef void end_round(self, int winner) noexcept nogil
    cdef void end_match(self, int winner) noexcept nogil
    cdef void clear_windows(self) noexcept nogil
    @cython.locals(points=int, seat=int)
    cdef void score(self, int winner) noexcept nogil
    @cython.locals(points=int, kinds="unsigned long long", kind=int, value=int, deck=int)
    cdef int points_in(self, int seat) noexcept nogil

    cdef void sift_rest_of_move(self, int seat, unsigned long long* words) noexcept nogil
    @cython.locals(best=int, other=int)
    cdef int closest_to_end(self, int seat) noexcept nogil
    @cython.locals(cost=int)
    cdef unsigned long long best_answer(self, int seat, unsigned long long kinds) noexcept nogil
    cdef int next_after_shift(self, int seat) noexcept nogil
    cdef bint rather_waits(self, int seat, unsigned long long kinds) noexcept nogil
    @cython.locals(count=int, deck=int)
    cdef int copies(self, int seat, int kind) noexcept nogil
