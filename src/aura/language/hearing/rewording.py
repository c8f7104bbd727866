"""An utterance in the plain words in which it is read: the first way in which one of its turns can be put plainer."""

from __future__ import annotations

from aura.language.hearing.announcements import announced_at_once
from aura.language.hearing.asked_alone import asked_alone
from aura.language.hearing.asked_by_others import without_their_question
from aura.language.hearing.asked_then import asked_then_ordered
from aura.language.hearing.carried_along import carried_along
from aura.language.hearing.columns_in_turn import columns_in_turn
from aura.language.hearing.contractions import written_out
from aura.language.hearing.coordination import SaidAnew, again_elsewhere, each_by_itself, in_each, wished_of_each
from aura.language.hearing.counted_facts import counted_facts
from aura.language.hearing.counted_files import counted_as_files
from aura.language.hearing.counted_names import counted_names
from aura.language.hearing.courtesies import asked_plainly, wished_plainly
from aura.language.hearing.enumerations import one_after_another, unannounced
from aura.language.hearing.every_one import every_one
from aura.language.hearing.first_cells import put_into_it
from aura.language.hearing.gone_by import after_what_is_gone_by
from aura.language.hearing.hanging import hangs_plainly, hangs_so
from aura.language.hearing.kept_with_reason import without_why_kept
from aura.language.hearing.kinds_told import called_by_its_kind
from aura.language.hearing.left_out_subjects import with_subject
from aura.language.hearing.levels_told import level_after_told
from aura.language.hearing.mishearing import begun_again
from aura.language.hearing.named_there import called_there, named_once_there
from aura.language.hearing.names_in_capitals import named_in_capitals
from aura.language.hearing.one_and_other import one_and_other
from aura.language.hearing.own_tabs import each_in_its_tab
from aura.language.hearing.renamed_in_turn import renamed_in_turn
from aura.language.hearing.replaced_deeds import instead_of_a_deed
from aura.language.hearing.resumed_lists import list_resumed
from aura.language.hearing.sequences import in_turn
from aura.language.hearing.text_behind_name import text_behind_its_name
from aura.language.hearing.text_first import written_as_wanted
from aura.language.hearing.told_in_order import told_in_order
from aura.language.hearing.told_sums import told_sum
from aura.language.hearing.topics_again import topic_said_again
from aura.language.hearing.unaddressed import unaddressed
from aura.language.hearing.warned import without_warning
from aura.language.hearing.whole_machine import sought_at_home, sought_wherever
from aura.language.utterance.lattice import Lattice

WAYS = (
    one_after_another,
    unannounced,
    announced_at_once,
    hangs_plainly,
    written_as_wanted,
    without_warning,
    topic_said_again,
    written_out,
    with_subject,
    begun_again,
    asked_plainly,
    wished_plainly,
    sought_at_home,
    sought_wherever,
    each_in_its_tab,
    asked_alone,
    asked_then_ordered,
    without_their_question,
    put_into_it,
    every_one,
    counted_as_files,
    counted_facts,
    counted_names,
    one_and_other,
    columns_in_turn,
    renamed_in_turn,
    instead_of_a_deed,
    level_after_told,
    named_in_capitals,
    after_what_is_gone_by,
    unaddressed,
    carried_along,
    called_there,
    told_sum,
    told_in_order,
    named_once_there,
    called_by_its_kind,
    text_behind_its_name,
)
IN_FULL = (hangs_so, without_why_kept, each_by_itself, again_elsewhere, in_each, wished_of_each, in_turn, list_resumed)


def put_plainly(lattice: Lattice) -> str | None:
    """The utterance in plainer words; None where there are none."""
    ways = WAYS if lattice.size else ()
    return next((text for way in ways if (text := way(lattice)) is not None), None)


def said_in_full(lattice: Lattice) -> SaidAnew | None:
    """The utterance with what it says once for two said of each, and in turn; None where it says nothing so."""
    return next((said for way in IN_FULL if (said := way(lattice)) is not None), None)
