"""What could be done and was hardly meant, as what is planned shows beside what was said.

Such a plan is none, so that another reading may be tried; where there is none, what it lacks is said.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

import msgspec

from aura.contracts.change import Change
from aura.contracts.problem import Problem
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.planning.rules import NO_CAPABILITY
from aura.runtime.choosing.choose import NOT_WANTED, UNREAD, Choice
from aura.runtime.choosing.trial import Planned
from aura.runtime.vain import (
    both,
    contents,
    corrections,
    documents,
    ends,
    facts,
    joined,
    manners,
    names,
    ordered,
    places,
    questions,
    said_by,
    searches,
    spots,
    steps,
    sums,
    texts,
    turns,
    typed,
    uses,
)
from aura.runtime.vain.view import Text, View

Check = Callable[[View], Problem | None]


def done_in_vain(planned: Planned, lattice: Lattice, names: Container[str]) -> Problem | None:
    """Why what a plan would do is not what was said; nothing where nothing shows that.

    `names` are the words of what programs, sites and the like are called.
    """
    view = View(planned, lattice, names)
    return next((why for check in CHECKS if (why := check(view)) is not None), None)


def unless_written_in_vain(choice: Choice, utterance: str, lattice: Lattice, names: Container[str]) -> Choice:
    """What was decided on a command that says in other words what an utterance asks for, unless a text is none of that.

    In those words every text may be quoted; in the utterance it was not.
    """
    if not isinstance(choice.verdict, Planned):
        return choice
    view = View(choice.verdict, lattice_of(lattice.grammar, utterance, lattice.known), names)
    why = next((why for check in TEXTS if (why := check(view)) is not None), None)
    return choice if why is None else msgspec.structs.replace(choice, verdict=why)


def _plan(why: Callable[[View], str | None], code: str = UNREAD) -> Check:
    """A check that is given the whole plan."""
    return lambda view: _first((why(view),), code)


def _text(why: Callable[[Text, View], str | None], code: str = UNREAD) -> Check:
    """A check that is given one text after the other."""
    return lambda view: _first((why(text, view) for text in view.texts), code)


def _typed(why: Callable[[Text, View], str | None]) -> Check:
    """A check that is given one text after the other that is typed."""
    return lambda view: _first((why(text, view) for text in view.typed), UNREAD)


def _change(why: Callable[[Change, View], str | None]) -> Check:
    """A check that is given one change after the other."""
    return lambda view: _first((why(change, view) for change in view.changes), UNREAD)


def _first(said: Iterable[str | None], code: str) -> Problem | None:
    return next((Problem(code, why) for why in said if why is not None), None)


TEXTS = (
    _text(texts.is_only_an_article),
    _text(texts.only_leads),
    _text(texts.only_points),
    _text(texts.only_asks_kindly),
    _text(texts.says_nothing),
    _text(texts.is_only_a_unit),
    _text(texts.is_yet_to_be_written),
    _text(texts.is_written_in_a_style),
    _text(texts.says_what_is_read),
    _text(texts.says_each_one),
    _text(texts.says_one_of_several),
    _text(texts.stands_for_another),
    _text(texts.is_part_of_what_is_there),
    _text(texts.names_what_is_there),
    _text(texts.asks_what_it_is),
    _text(texts.names_own_data),
    _text(texts.begins_with_what_replaces),
    _text(texts.goes_to_another),
    _text(texts.forgets_what_is_left),
    _text(questions.begins_behind_its_word),
    _text(questions.asked_behind_a_row),
    _text(questions.asks_what_is_told),
    _plan(turns.done_at_a_told_time, NOT_WANTED),
    _text(searches.looked_for_as_a_whole),
    _plan(contents.is_made_without_it),
    _plan(contents.writes_what_gives_no_text),
    _plan(contents.taken_from_behind_its_file),
    _plan(contents.told_by_what_they_say, NO_CAPABILITY),
    _text(contents.looked_for_in_own_files, NO_CAPABILITY),
    _plan(spots.written_amid, NO_CAPABILITY),
    _plan(uses.reads_what_gets_more),
    _change(uses.named_by_its_use),
    _text(typed.begins_before_its_colon),
    _text(typed.begins_with_whom_it_is_for),
    _text(typed.begins_with_its_lead),
    _text(typed.begins_behind_now),
    _text(typed.begins_with_what_it_is),
    _text(typed.says_how, NO_CAPABILITY),
    _text(typed.says_how_often, NO_CAPABILITY),
    _text(typed.says_how_parted, NO_CAPABILITY),
    _text(ends.breaks_off_amid),
    _text(ends.ends_before_a_file),
    _text(ends.written_in_turn),
    _text(ends.written_in_another),
    _text(documents.goes_on_as_it_was),
    _text(documents.goes_on_with_a_part),
    _text(documents.written_for_a_list),
    _text(documents.counts_rows_for_a_column),
    _text(documents.titled_where_it_is, NO_CAPABILITY),
    _plan(sums.begins_with_a_sign),
    _text(corrections.begins_in_what_corrects),
    _text(corrections.replaced_behind_its_comma),
    _text(corrections.replaced_by_how_it_is),
)
"""Those that look at a text and the utterance, and at no reading of that."""
CHECKS = (
    _plan(steps.loses_what_nobody_named),
    _plan(steps.loses_what_goes_somewhere),
    _plan(steps.loses_what_hangs),
    _plan(steps.loses_what_comes, NOT_WANTED),
    _plan(steps.made_to_be_lost),
    _plan(steps.writes_over_what_is_new, NOT_WANTED),
    _plan(steps.loses_what_was_copied),
    _plan(both.takes_up_more_than_one),
    _plan(both.loses_more_than_was_copied),
    _plan(steps.ends_the_whole_for_a_part),
    _plan(steps.begins_in_a_noun),
    _plan(steps.makes_what_is_not_said),
    _plan(steps.leaves_out_what_was_meant),
    _plan(steps.asks_what_is_told),
    _plan(questions.leaves_out_a_question),
    _plan(places.leaves_out_a_place),
    _plan(places.goes_where_a_remark_says),
    _plan(places.led_by_a_capital),
    _plan(places.makes_a_place_of_a_unit),
    _plan(places.makes_a_place_of_a_name),
    _plan(names.begins_in_a_capital),
    _plan(names.goes_on_in_a_capital),
    _plan(steps.takes_one_back, NOT_WANTED),
    _plan(steps.said_to_another, NOT_WANTED),
    _plan(steps.asked_only_to_tell, NOT_WANTED),
    _plan(names.word_for_a_name),
    _plan(manners.leaves_out_of_a_name),
    _plan(names.goes_on_in_a_filler),
    _text(texts.begins_in_a_file),
    _plan(steps.makes_what_is_somewhere),
    _plan(steps.makes_a_word_of_theirs),
    _plan(steps.rests_like_somebody),
    _plan(places.made_to_hold_copies),
    _plan(steps.makes_sure),
    _plan(steps.done_to_nothing, NOT_WANTED),
    _plan(turns.put_before_several, NOT_WANTED),
    *TEXTS,
    _text(texts.points_at_what_is_shown),
    _text(texts.puts_together),
    _text(ends.goes_on_behind_its_place),
    _text(ends.goes_on_behind_a_colon),
    _text(ends.goes_on_as_it_begins),
    _text(ends.ends_in_a_file),
    _text(ends.fills_two),
    _plan(joined.carries_and_writes),
    _text(joined.begins_behind_a_quotation),
    _text(joined.begins_with_what_joins),
    _text(joined.is_named_with_an_order),
    _text(joined.replaces_a_part),
    _text(ends.breaks_off_what_is_owed),
    _text(documents.says_a_cell),
    _text(documents.says_a_part, NO_CAPABILITY),
    _plan(documents.says_beside),
    _plan(documents.leaves_out_its_text),
    _text(ends.holds_a_command),
    _text(searches.looked_for_in_a_file, NO_CAPABILITY),
    _text(searches.kept_for_a_file),
    _text(searches.holds_a_contrast),
    _plan(searches.looks_for_all_of_what_is_told),
    _plan(searches.looks_in_what_was_made),
    _text(ordered.asks_and_orders, NOT_WANTED),
    _text(ordered.begins_behind_its_subject, NOT_WANTED),
    _text(ordered.keeps_and_orders),
    _text(ordered.sought_and_ordered),
    _text(ordered.sought_again),
    _text(ordered.turns_and_orders),
    _text(ordered.denies_another),
    _text(facts.says_what_is_meant),
    _text(facts.asks_for_more),
    _text(facts.begins_in_turn),
    _text(facts.names_a_kind_of_file),
    _text(facts.asks_what_is_pointed_at),
    _text(ends.clicked_in_turn),
    _plan(sums.begins_with_a_sign),
    _plan(sums.worked_out_of_a_story),
    _plan(corrections.moves_what_was_said_before),
    _plan(corrections.adds_by_an_exception),
    _plan(ends.goes_on_with_what_is_told),
    _text(ends.begins_in_a_verb),
    _change(names.empty_note),
    _text(documents.names_what_it_is, NO_CAPABILITY),
    _text(documents.begins_with_a_part),
    _text(documents.adds_a_part_to_a_cell, NO_CAPABILITY),
    _text(documents.may_be_a_title_and_a_text),
    _plan(documents.wider_than_its_table),
    _plan(documents.put_over_a_table),
    _plan(documents.turned_to_a_page),
    _text(searches.ends_in_where_it_opens),
    _text(searches.ends_in_where_it_is),
    _text(searches.says_what_it_reads),
    _text(said_by.let_say_it),
    _text(searches.begins_with_where),
    _text(names.only_which),
    _plan(documents.printed, NO_CAPABILITY),
    _text(documents.field_of_a_file),
    _text(documents.field_that_is_told),
    _plan(steps.said_in_other_words),
    _plan(places.says_where_it_is),
    _plan(sums.worked_out_in_part),
    _plan(steps.written_to_several),
    _plan(steps.put_in_its_own_place),
    _plan(steps.replaces_what_it_wrote),
    _plan(places.moved_twice),
    _plan(places.moves_what_stays),
    _plan(steps.made_and_lost),
    _plan(names.inside_what_is_not),
    _change(names.named_in_part),
    _change(places.turned_into_another),
    _change(names.named_by_a_filler),
    _change(names.named_by_a_statement),
    _change(names.named_by_where_it_is_done),
    _change(names.named_by_what_it_is),
    _change(names.made_as_the_one),
    _change(names.made_as_what_is_there),
    _change(names.made_beside_what_is_there),
    _change(names.ends_in_how_many),
    _change(names.named_by_how_it_is),
    _plan(names.verb_for_name),
    _plan(ends.leaves_out_its_last_word),
    _plan(documents.takes_all_for_a_part),
    _text(names.keys_of_a_word),
    _text(names.quantity_for_name),
    _plan(steps.leaves_out_a_click),
    _plan(names.one_of_several),
    _change(names.kind_for_name),
    _change(names.made_of_another),
    _change(names.title_for_name),
    _typed(typed.begins_too_late),
    _typed(typed.breaks_off),
    _typed(typed.ends_before_more),
    _typed(typed.ends_too_early),
    _text(typed.is_of_what_led),
    _typed(typed.leads_to_quotation),
    _typed(typed.names_its_value),
    _typed(typed.points_at_its_value),
    _typed(typed.pleads_for_its_value),
    _text(questions.ends_in_its_verb),
    _text(questions.tells_what_is_meant),
    _text(questions.breaks_off_amid_figures),
    _text(questions.asks_what_is_here),
    _text(questions.asks_how_much_is_here),
    _text(questions.keeps_a_question),
    _text(questions.keeps_a_place),
    _text(names.called_otherwise),
    _text(searches.asked_of_two),
    _plan(names.made_in_a_program),
)
"""All checks, in the order in which they are asked; the first that says why is told."""
