"""The exceptions of the product, drawn once.

Exception
├── ToolError            a tool could not do its work; the executor makes it a step's result, in one place
└── DeclarationError     a tool's declaration is incomplete or a duplicate; raised at import
"""

from __future__ import annotations


class ToolError(Exception):
    """A tool could not do its work: a stable code and one plain sentence for the user."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class DeclarationError(Exception):
    """A declaration is incomplete or a duplicate; the sentence says which tool and what is missing."""
