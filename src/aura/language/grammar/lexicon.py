"""The words of a language's lexicon (YAML) as sets and classes that a compiled grammar keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, permutations
from typing import Any

from aura.language.grammar.grammar import WordClass
from aura.language.words.morphology import gerund


def classes(lexicon: dict[str, Any]) -> dict[str, WordClass]:
    found: dict[str, WordClass] = {}
    for name, entry in lexicon["classes"].items():
        for word in _texts(entry["words"]):
            found.setdefault(word, WordClass(entry["price"], entry["edge"], name))
    return found


def stands_apart(word: str, found: WordClass, definite: dict[str, int]) -> bool:
    """Whether a spoken dot after the word begins an extension: "the dot txt files", and not "tonight dot txt"."""
    if found.name == "article":
        return word in definite
    return (found.edge and found.name not in ("filler", "day")) or found.name == "quantifier"


def signs_of_several(several: dict[str, Any]) -> dict[str, dict[str, int]]:
    """What tells one thing from several in a sentence that is not read: words by what they do, by sign, by kind."""
    kept = {f"several_{name}": words for name, words in several["words"].items()}
    kept |= {f"several {sign}": words for sign, words in several["signs"].items()}
    kept |= {f"several kind {kind}": words for kind, words in several["kinds"].items()}
    kept |= {"several_verb": several["verbs"], "several_sign": several["signs"], "several_kind": several["kinds"]}
    return {name: dict.fromkeys(_texts(words), 1) for name, words in kept.items()}


SETS: Mapping[str, str] = {
    "indefinite": "determiners.indefinite", "definite": "determiners.definite",
    "possessive": "determiners.possessive",
    "adjective": "determiners.adjective", "more": "determiners.more", "quality": "qualities", "singling": "singling",
    "of_several": "of_several", "sorts": "sorts", "labels": "labels", "plain_labels": "plain_labels",
    "named_parts": "named_parts",
    "deeds": "deeds", "own_details": "own_details", "returning": "returning", "only_adds": "only_adds",
    "perfected": "perfected",
    "that_hold": "that_hold",
    "name_words": "name_words", "in_texts": "in_texts", "middle_of": "middle_of",
    "above_and_below": "above_and_below", "leading_up": "leading_up", "guessing": "guessing", "equating": "equating",
    "of_rooms": "of_rooms", "felt": "felt",
    "unit_of_writing": "unit_of_writing", "repeated": "repeated", "times_over": "times_over", "panes": "panes",
    "taking_along": "taking_along", "another_person": "another_person", "taking_one_back": "taking_one_back",
    "one_of_them": "one_of_them", "holding": "holding", "urging": "urging",
    "kinds_of_panes": "kinds_of_panes", "turned_to": "turned_to", "printing": "printing",
    "description_lead": "descriptions.lead", "file_noun": "file_nouns", "many_files": "many_files",
    "file_nouns": "file_nouns_plural",
    "indefinite_nouns": "indefinite_nouns", "whichever": "whichever", "third_person": "third_person",
    "several_subjects": "several_subjects",
    "hesitation": "hesitations", "top_level": "top_level", "at_sign": "at_sign", "divider": "divider",
    "extension": "extensions",
    "pointing": "pointing", "by_how_much": "by_how_much",
    "one_of": "one_of", "made_of": "made_of", "made_of_many": "made_of_many",
    "never_last": "never_last", "besides": "besides", "in_exchange": "in_exchange",
    "announcing": "announcing", "wondering": "wondering", "wondering_what": "wondering_what",
    "asks_for": "asks_for", "text_intro": "text_intro",
    "worded": "worded", "title_word": "title_words", "body_word": "body_words",
    "polite": "polite",
    "statement_verb": "statements.verbs", "statement_opening": "statements.openings",
    "consequence_verb": "statements.consequences", "revoking": "statements.revoking",
    "reporting": "statements.reporting", "clock_ending": "clock_endings", "unasked": "unasked", "wanting": "wanting",
    "minding": "minding", "infinitive": "infinitive", "cancel": "cancel", "when": "when",
    "restricting": "restricting",
    "cells_between": "cells_between", "whole_column": "whole_column", "heading_ends": "heading_ends",
    "heading_begins": "heading_begins", "after_first": "after_first", "before_figure": "before_figure",
    "cell_place": "cell_place", "instead": "instead", "coordinating": "coordinating", "adding": "adding",
    "pairing": "pairing", "subordinating": "subordinating",
    "being_so": "being_so", "been_so": "been_so", "degree": "degrees",
    "intending": "intending", "obliged": "obliged", "ought": "ought",
    "being_there": "being_there",
    "untold": "untold", "states": "states", "contrasting": "contrasting", "denying": "denying", "nobody": "nobody",
    "month": "months", "heeding": "heeding", "heeding_one": "heeding_one",
    "doing": "doing",
    "nothing_done": "nothing_done",
    "ringing": "ringing", "impersonal": "impersonal",
    "own_subject": "own_subjects", "spoken_of": "spoken_of", "adverb": "manner", "wishing": "wishing",
    "absent": "absent", "narrowing": "narrowing", "someday": "someday", "back_then": "back_then",
    "containing": "containing", "unit_of_text": "unit_of_text", "lacking": "lacking",
    "meaning": "meaning", "turning": "turning", "recurring": "recurring", "brought_to_be": "brought_to_be",
    "hanging": "hanging", "hanging_itself": "hanging_itself", "killing": "killing", "killing_surely": "killing_surely",
    "running_as_programs": "running_as_programs",
    "said_new": "said_new", "meddling": "meddling",
    "concern": "concern", "particle": "particles", "amount": "amounts", "unsettling": "unsettling",
    "selecting": "selecting", "exclaiming": "exclaiming", "well_wishing": "well_wishing", "causing": "causing",
    "going_on": "going_on",
    "stressing": "stressing", "commanding_others": "commanding_others",
    "conditional": "conditional", "excluding": "excluding", "picking": "picking", "leaving_open": "leaving_open",
    "remainder": "remainder", "pair": "pair", "plainly": "plainly", "plural_ending": "plural_endings",
    "accompanying": "accompanying",
    "half_spelled": "half_spelled", "there_is": "there_is",
    "begging": "begging",
    "perfect": "perfect", "lasted": "lasted", "lately": "lately", "begun": "begun",
    "lasting_until": "lasting_until", "being_away": "being_away",
    "narrowed": "narrowed", "simple_past": "simple_past",
    "asking": "asking", "measuring": "measuring", "forgetting": "forgetting", "document_part": "document_parts",
    "part_of_document": "parts_of_documents", "as_what": "as_what",
    "negative": "negative", "unworked": "unworked", "each_one": "each_one", "nothing_written": "nothing_written",
    "says_so": "says_so", "counted_text": "counted_text", "browsing": "browsing", "joins_the_last": "joins_the_last",
    "own_data": "own_data", "shown_here": "shown_here", "clicking": "clicking", "going_behind": "going_behind",
    "leading_elsewhere": "leading_elsewhere",
    "button": "buttons", "titling": "titling",
    "composed": "composed", "inwards": "inwards", "style": "styles", "relative_place": "relative_places",
    "part_place": "part_places",
    "asked_with": "asked_with", "helping": "helping", "finite": "finite", "mentioning": "mentioning",
    "short_verb": "short_verbs",
    "within_which": "within_which", "doer_asked": "doer_asked", "in_turn": "in_turn", "throughout": "throughout",
    "unmarked": "unmarked", "anew": "anew", "asked_again": "asked_again", "told_of_today": "told_of_today",
    "condition": "conditions", "retracting": "retracting", "confirming": "confirming", "of_others": "of_others",
    "quoting": "quoting", "quoted_from": "quoted_from", "quoted_as": "quoted_as", "own": "own",
    "noun_again": "noun_again", "absolute": "absolute",
    "about_what": "about_what", "on_what": "on_what",
    "hiding": "hiding", "perceiving": "perceiving",
    "no_matter": "no_matter", "no_doer": "no_doer", "made_sure": "made_sure", "somewhere": "somewhere",
    "many_people": "many_people", "no_more": "no_more", "requiring": "requiring", "together": "together",
    "made_one": "made_one", "substituting": "substituting",
    "merely_all": "merely_all", "solely": "solely", "says_it": "says_it", "substituting_all": "substituting_all",
    "sort_of_paper": "sorts_of_papers",
    "embedding": "embedding", "else": "else", "placing": "placing", "merely": "merely", "told_along": "told_along",
    "kind_of_document": "kinds_of_documents", "of_windows": "of_windows",
    "occasion": "occasions", "program": "programs", "ended": "ended", "following": "following",
    "pleading": "pleading", "singled_out": "singled_out", "comparing": "comparing", "aim": "aims",
    "object_form": "object_forms", "relative": "relatives", "saying_so": "saying_so",
    "taking_breath": "taking_breath", "stammered": "stammered", "supposing": "supposing",
    "resting": "resting", "copied_as": "copied_as",
    "sleeping": "sleeping",
    "typed_into": "typed_into", "letting": "letting", "leading_now": "leading_now",
    "addressed": "addressed", "allowing": "allowing", "apologizing": "apologizing", "whoever": "whoever",
    "spoken_mark": "spoken_marks", "mark_word": "mark_words",
    "rested_by": "rested_by", "rested_well": "rested_well", "holding_copies": "holding_copies",
    "announced_deed": "announced_deed",
    "demonstrative": "demonstratives", "distal": "distals",
    "for_whom": "for_whom", "modal": "modals", "finding_out": "finding_out",
    "numbering": "numbering", "own_doing": "own_doing", "hearer": "hearer",
    "freed": "freed", "speaking": "speaking", "later_use": "later_uses",
    "own_past": "own_past", "past_being": "past_being",
    "telling_of": "telling_of", "exclaiming_of": "exclaiming_of", "telling_apart": "telling_apart",
    "part_of": "part_of", "each_own": "each_own",
    "parts_of_things": "parts_of_things",
    "occasioning": "occasioning", "unnamed": "unnamed",
    "subjectless": "subjectless", "never_orders": "never_orders",
    "unfinished": "unfinished", "musing": "musing", "speaker": "speakers",
    "aside": "asides", "common": "common", "real": "real", "honorific": "honorifics",
    "sum_asked": "sums.asked", "sum_question": "sums.question", "sum_comes_to": "sums.comes_to",
    "sum_of_all": "sums.of_all", "sum_of_each": "sums.of_each", "sum_costing": "sums.costing", "sum_per": "sums.per",
    "sum_off": "sums.off", "sum_on": "sums.on", "sum_sharing": "sums.sharing", "sum_between": "sums.between",
    "sum_ways": "sums.ways", "sum_unsettling": "sums.unsettling", "sum_command": "sums.command",
    "sum_reaching": "sums.reaching", "sum_people": "sums.people", "sum_at": "sums.at",
    "sum_condition": "sums.condition", "text_lead": "text_leads", "kind_of_texts": "kinds_of_texts",
    "specifying": "specifying", "counted_texts": "counted_texts", "counted_items": "counted_items",
    "listing": "listing", "forms_of_texts": "forms_of_texts", "numbered": "numbered", "one_row": "one_row",
    "several_rows": "several_rows",
    "overlooking": "overlooking",
    "counted_facts": "counted_facts",
    "may_forget": "may_forget",
    "linking": "linking", "coming_to_an_end": "coming_to_an_end", "planned_for": "planned_for",
    "coming_about": "coming_about", "time_of_day": "time_of_day", "at_once": "at_once",
    "carrying": "carrying",
    "left_behind": "left_behind", "points_to_one": "points_to_one", "erring": "erring", "benefiting": "benefiting",
}  # fmt: skip
"""Sets of words, and where in the lexicon each stands."""

ANSWERS: Mapping[str, str] = {
    "yes": "yes", "no": "no", "rather": "rather", "choice_lead": "lead", "choice_tail": "tail",
    "naming_lead": "naming", "towards": "towards", "no_answer": "unknown",
    "called_so": "called_so",
}  # fmt: skip
"""Sets of what answers are made of, and what each is called there."""
CONTINUING: Mapping[str, str] = {
    "corrects_before": "corrected", "adds_to_before": "added", "ends_so": "ends", "repeats": "again",
    "repeats_change": "more", "by_degrees": "by_degrees", "makes_new": "makes_new",
    "another_like_before": "another", "leads_name": "leads_name",
    "says_anew": "between", "says_besides": "besides", "figures_on": "figured", "stands_for_result": "result",
}  # fmt: skip
"""Sets of what carries on the command before, and what each is called there."""


def word_sets(lexicon: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Plain word sets as dicts (quick to load and to look up); numbers carry their value."""
    found = {name: dict.fromkeys(_texts(_section(lexicon, place)), 1) for name, place in SETS.items()}
    found |= {name: dict.fromkeys(_said(lexicon["answers"][place]), 1) for name, place in ANSWERS.items()}
    found |= {name: dict.fromkeys(_said(lexicon["continuing"][place]), 1) for name, place in CONTINUING.items()}
    found |= {f"{name}_ending": dict.fromkeys(_texts(ends), 1) for name, ends in lexicon["endings"].items()}
    return found | {
        "determiner": found["definite"] | found["indefinite"],
        "inside": dict.fromkeys(_texts([*lexicon["polite"], *lexicon["adverbs"]]), 1),
        "real": found["real"] | dict.fromkeys(_doing(lexicon, found["common"] | found["real"]), 1),
        "dictated_host": dict.fromkeys(_dictated_hosts(lexicon), 1),
        "number": {str(word): value for word, value in lexicon["numbers"].items()},
        "ordinal": {str(word): value for word, value in lexicon["answers"]["ordinals"].items()},
    }


def _doing(lexicon: dict[str, Any], words: Iterable[str]) -> Iterable[str]:
    """The -ing forms of words, which are no slips of the hand either: "burning" is no "morning"."""
    return (gerund(word, lexicon["irregular"]) for word in words)


def _section(lexicon: dict[str, Any], place: str) -> Any:
    """What stands at a place of the lexicon, "statements.verbs" one below the other."""
    found: Any = lexicon
    for name in place.split("."):
        found = found[name]
    return found


def each_to_others(groups: Iterable[list[object]]) -> dict[str, list[str]]:
    """Each word of some groups to the others of its groups: opposites, words that sound alike."""
    found: dict[str, list[str]] = {}
    for one, other in chain.from_iterable(permutations(_texts(group), 2) for group in groups):
        found.setdefault(one, []).append(other)
    return found


def _dictated_hosts(lexicon: dict[str, Any]) -> list[str]:
    """With what the names of hosts end that are dictated; an ordinary word behind a dot is none."""
    ordinary = set(_texts(lexicon["ordinary_top_level"]))
    return [ending for ending in _texts(lexicon["top_level"]) if ending not in ordinary]


def _texts(words: Iterable[object]) -> list[str]:
    """The words of a list and of those that stand in it; on, off, yes and no, truth values in YAML, are words here."""
    each = (_texts(word) if isinstance(word, list) else [_text(word)] for word in words)
    return [*chain.from_iterable(each)]


def _text(word: object) -> str:
    return {True: "on", False: "off"}.get(word, str(word)) if isinstance(word, bool) else str(word)


def _said(words: Iterable[object]) -> list[str]:
    """Words of replies, in lower case; all are texts."""
    return [str(word).lower() for word in words]
