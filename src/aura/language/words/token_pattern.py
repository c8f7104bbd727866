"""How the tokens of an utterance look: one pattern with a named group for each shape."""

from __future__ import annotations

import re

_TAIL = r"""(?:\([^\s"<>()]*\)|[^\s"<>()])"""
"""What an address goes on with: brackets in it are closed."""
_CLOSED = r"""\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*+\))*+\))*+\))*+\)"""
"""Brackets that are closed, which may hold others."""
_INNER, _CURLED = r"""(?<=\w)'(?=\w)""", r"""(?<=\w)’(?=\w)"""
"""An apostrophe within a word, which ends no quotation: 'sorry i'm late'."""
TOKEN = re.compile(
    r"""
    (?P<face>(?<=\s)[:;=]['-]?[()\[\]/\\DPpO|]+(?=[\s.,!?]|\Z))
  | (?P<formula>(?<!\S)=(?=[\w(+\-$])(?=\S*(?:[(+*/^:\-]|(?<![A-Za-z])[A-Za-z]{1,3}\d))
      (?:CLOSED|[^\s()"'])+(?<![.,;:!?])(?=[\s.,;:!?)]|\Z))
  | (?P<number>\d{1,3}(?:,\d{3})++(?:\.\d+)?%?(?![\w,.]\w)|(?<![\w,.])\d+,\d{1,2}(?![\w,.]))
  | (?P<plain>\w++(?=[\s,]|\Z))
  | (?P<quoted>"[^"]+"|“[^”]+”|«[^»]+»|`[^`]+`|(?<!\w)'(?:[^']|INNER)+'(?!\w)|(?<!\w)‘(?:[^’]|CURLED)+’(?!\w))
  | (?P<address>(?:(?:[A-Za-z][A-Za-z0-9+.\-]*://|(?:javascript|data|mailto|about|view-source|chrome):(?=\S)|www\.(?=\w))TAIL+
      |(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[\w\-]+(?:\.[\w\-]+)+)(?::\d{2,5}(?:/TAIL*)?|/TAIL*[?=&%~#]TAIL*)
      |\d{1,3}(?:\.\d{1,3}){3}(?:/TAIL*)?|[\w.+\-]+@[\w\-]+(?:\.[\w\-]+)+)(?<![,;.!?:'\]]))
  | (?P<short>(?<!\S)(?:[Ww]/o?|[Bb]/c|-{1,2}>|=>|→)(?=\s))
  | (?P<glob>[\w.\-/]*\*[\w.\-*/]*)
  | (?P<path>(?:[A-Za-z]:[\\/]|~[\\/]|\.{1,2}[\\/]|/(?=[\w.]))[^\s,;:"]*[^\s,;:".!?]
      |(?<!\S)/(?!\S)
      |[\w][\w.\-]*(?:[\\/]+[\w][\w.\-]*)+[\\/]?(?<![.])|[\w][\w.\-]*[\\/](?![\w]))
  | (?P<file>[\w][\w\-+@#&()]*(?:\.[\w\-+]+)*\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w])(?!\.[A-Za-z]))
  | (?P<option>(?<!\S)--?[A-Za-z][\w-]*)
  | (?P<extension>\.[A-Za-z][\w.\-]*\w|\.[A-Za-z])
  | (?P<code>(?<!\S)(?=\S*\d)(?=\S*[A-Z])(?=\S*[a-z])[\w\-+@#&$%*^=~.!?]{5,}[!$*^=~](?=[\s,.]|\Z))
  | (?P<word>[\w](?:[\w\-+@#&]*[\w+#])?(?:['’][A-Za-z]+)*%?(?:\.\d+)*)
  | (?P<marks>[?!]{2,})
  | (?P<mark>>>|&&|\.{2,4}|[^\s\w])
  | (?P<other>\S)
    """.replace("TAIL", _TAIL)
    .replace("CLOSED", _CLOSED)
    .replace("INNER", _INNER)
    .replace("CURLED", _CURLED),
    re.VERBOSE,
)
