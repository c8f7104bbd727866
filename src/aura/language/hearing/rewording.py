"""An utterance in the plain words in which it is read: the first way in which one of its turns can be put plainer.

Only the first that fits is taken, so the stages go from how the whole is laid out to what is told of a single thing:
whatever tells where commands begin and end goes before what is looked for within one of them. Two ways seldom fit the
same utterance; of the golden sentences only such as "gimp's been frozen for an hour, just kill it" have two.
"""

from __future__ import annotations

from collections.abc import Callable

from aura.language.hearing.beside.rest_kept import with_the_rest
from aura.language.hearing.corrections.replaced_deeds import instead_of_a_deed
from aura.language.hearing.manners.announcements import announced_at_once
from aura.language.hearing.manners.asked_alone import asked_alone
from aura.language.hearing.manners.asked_as_told import asked_as_told
from aura.language.hearing.manners.asked_by_others import without_their_question
from aura.language.hearing.manners.asked_for_then import asked_for_then
from aura.language.hearing.manners.asked_then import asked_then_ordered
from aura.language.hearing.manners.contractions import written_out
from aura.language.hearing.manners.courtesies import asked_plainly, wished_plainly
from aura.language.hearing.manners.every_one import every_one
from aura.language.hearing.manners.left_out_objects import with_object
from aura.language.hearing.manners.left_out_subjects import with_subject
from aura.language.hearing.manners.unaddressed import unaddressed
from aura.language.hearing.misheard.mishearing import begun_again
from aura.language.hearing.naming.first_cells import put_into_it
from aura.language.hearing.naming.kinds_told import called_by_its_kind
from aura.language.hearing.naming.named_there import called_there, named_once_there
from aura.language.hearing.naming.names_in_capitals import named_in_capitals
from aura.language.hearing.naming.numbered_before import numbered_as_before
from aura.language.hearing.naming.text_behind_name import text_behind_its_name
from aura.language.hearing.naming.text_first import written_as_wanted
from aura.language.hearing.naming.told_sought import sought_as_told, sought_where_told
from aura.language.hearing.naming.whole_machine import sought_at_home, sought_wherever
from aura.language.hearing.said_anew import SaidAnew
from aura.language.hearing.several.carried_along import carried_along
from aura.language.hearing.several.columns_in_turn import columns_in_turn
from aura.language.hearing.several.coordination import (
    again_elsewhere,
    each_by_itself,
    in_each,
    wished_of_each,
)
from aura.language.hearing.several.counted_facts import counted_facts
from aura.language.hearing.several.counted_files import counted_as_files
from aura.language.hearing.several.counted_names import counted_names
from aura.language.hearing.several.enumerations import one_after_another, unannounced
from aura.language.hearing.several.one_and_other import one_and_other
from aura.language.hearing.several.ones_of_the_kind import another_of_the_kind
from aura.language.hearing.several.own_tabs import each_in_its_tab, in_another
from aura.language.hearing.several.renamed_in_turn import renamed_in_turn
from aura.language.hearing.several.resumed_lists import list_resumed
from aura.language.hearing.several.sequences import in_turn
from aura.language.hearing.several.told_in_order import told_in_order
from aura.language.hearing.told.behind_links import link_itself
from aura.language.hearing.told.gone_by import after_what_is_gone_by
from aura.language.hearing.told.hanging import hangs_plainly, hangs_so
from aura.language.hearing.told.kept_with_reason import without_why_kept
from aura.language.hearing.told.levels_told import level_after_told
from aura.language.hearing.told.looked_for_there import looked_for_there, sought_by_its_name
from aura.language.hearing.told.named_behind import sought_by_what_is_told
from aura.language.hearing.told.opened_so import shown_once_open
from aura.language.hearing.told.told_sums import told_sum
from aura.language.hearing.told.topics_again import topic_said_again
from aura.language.hearing.told.warned import without_warning
from aura.language.utterance.lattice import Lattice

Way = Callable[[Lattice], str | None]

LAID_OUT: tuple[Way, ...] = (one_after_another, unannounced, announced_at_once)
"""Where commands and texts begin comes first: their numbers and colons would else be taken for those of a name."""
TOLD_AROUND: tuple[Way, ...] = (hangs_plainly, written_as_wanted, without_warning, topic_said_again)
"""What is told around an order goes before how the sentence is put: a verb shortened in it needs no writing out,
or is written out with it ("gimp's been frozen for an hour, …")."""
PUT_SO: tuple[Way, ...] = (written_out, with_subject, with_object, begun_again, asked_plainly, wished_plainly)
"""How the sentence is put goes before where it looks for something: a wish must be an order to be read at all."""
SOUGHT_WHERE: tuple[Way, ...] = (
    sought_as_told,
    sought_where_told,
    sought_by_its_name,
    sought_by_what_is_told,
    sought_at_home,
    sought_wherever,
    each_in_its_tab,
    looked_for_there,
)
"""Where something is looked for goes before questions: "which mp3s are there anywhere in x" asks, but for files."""
ASKED_OR_ORDERED: tuple[Way, ...] = (
    asked_alone,
    asked_for_then,
    asked_as_told,
    asked_then_ordered,
    without_their_question,
)
"""What is asked and what is ordered are parted before the things are counted that an order names."""
THINGS_COUNTED: tuple[Way, ...] = (
    put_into_it,
    every_one,
    counted_as_files,
    counted_facts,
    counted_names,
    one_and_other,
    columns_in_turn,
    renamed_in_turn,
)
"""Things that are counted go before single orders: where a name ends shows in how many there are, and no order begins
within a name."""
ORDERED_SO: tuple[Way, ...] = (
    instead_of_a_deed,
    level_after_told,
    shown_once_open,
    named_in_capitals,
    after_what_is_gone_by,
    unaddressed,
    carried_along,
    called_there,
    numbered_as_before,
    another_of_the_kind,
    link_itself,
)
"""What one order says in a roundabout way goes before what only the whole of the story can tell."""
TOLD_AS_A_WHOLE: tuple[Way, ...] = (
    told_sum,
    told_in_order,
    named_once_there,
    called_by_its_kind,
    text_behind_its_name,
)
"""Last is what rests on the least: numbers with one role each, a colon, a name without its ending."""
WAYS = (
    *LAID_OUT,
    *TOLD_AROUND,
    *PUT_SO,
    *SOUGHT_WHERE,
    *ASKED_OR_ORDERED,
    *THINGS_COUNTED,
    *ORDERED_SO,
    *TOLD_AS_A_WHOLE,
)

FullWay = Callable[[Lattice], SaidAnew | None]

WITHOUT_WHY: tuple[FullWay, ...] = (hangs_so, without_why_kept)
"""What is only told beside a command is left out first, else it would be said of each thing as well."""
OF_EACH: tuple[FullWay, ...] = (each_by_itself, again_elsewhere, in_another, in_each, wished_of_each)
"""What is said once for two is said of each before they get their order: "the volume and the brightness before …"."""
IN_TURN: tuple[FullWay, ...] = (in_turn, list_resumed)
"""Last, what only puts whole commands in their order, or takes up again a list that has been said."""
IN_FULL = (*WITHOUT_WHY, *OF_EACH, *IN_TURN)


def put_plainly(lattice: Lattice) -> str | None:
    """The utterance in plainer words; None where there are none."""
    ways = WAYS if lattice.size else ()
    return next((with_the_rest(lattice, way, text) for way in ways if (text := way(lattice)) is not None), None)


def said_in_full(lattice: Lattice) -> SaidAnew | None:
    """The utterance with what it says once for two said of each, and in turn; None where it says nothing so."""
    return next((said for way in IN_FULL if (said := way(lattice)) is not None), None)
