"""Words as data: templates and lexicon compiled to one automaton, and the decoder that walks it."""

from aura.language.compiled import use

use()
