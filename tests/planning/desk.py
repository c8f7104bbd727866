"""Atoms of a small firm, and one more for every thing that a firm of a thousand atoms would have."""

from __future__ import annotations

from typing import Any

TEXT, WHOLE, NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}


def must(schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "required": True}


def definition(atom_id: str, about: str, inputs: Any = None, outputs: Any = None, effect: str = "X") -> dict[str, Any]:
    return {
        "id": atom_id,
        "description": about,
        "inputs": inputs or {},
        "outputs": outputs or {},
        "effect": effect,
    }


ATOMS = {
    atom["id"]: atom
    for atom in (
        definition(
            "firm.permission.query", "Check whether an employee has a permission.",
            {"employee": must(TEXT), "permission": must({**TEXT, "enum": ["leave", "expense"]})},
            {"allowed": {"type": "boolean"}}, "R",
        ),
        definition("firm.people.find_employee", "Find an employee by name.", {"name": must(TEXT)},
                   {"employee_id": TEXT}, "R"),
        definition(
            "firm.leave.request", "Request leave for an employee.",
            {"employee_id": must(TEXT), "days": must(WHOLE), "reason": TEXT,
             "start_date": {**TEXT, "format": "date"}},
            {"request_id": TEXT},
        ),
        definition("firm.leave.approve", "Approve a leave request.",
                   {"request_id": must(TEXT), "approver": must(TEXT)}, {"approved": {"type": "boolean"}}),
        definition(
            "firm.expense.submit", "Submit an expense with an amount.",
            {"amount": must(NUMBER), "category": must({**TEXT, "enum": ["travel", "meals"]}),
             "urgent": {"type": "boolean"}},
            {"expense_id": TEXT},
        ),
        definition("firm.mail.send", "Send an email.", {"to": must(TEXT), "subject": TEXT, "body": must(TEXT)}),
        definition("weather.now.lookup", "Look up the weather in a city.", {"city": must(TEXT)}, {"report": TEXT}, "R"),
        definition("math.calc.subtract", "Subtract one number from another.",
                   {"a": must(NUMBER), "b": must(NUMBER)}, {"difference": NUMBER}, "R"),
    )
}  # fmt: skip
ASKING = definition(
    "flow.needs_input",
    "Ask a person.",
    {"question": must(TEXT), "candidates": {"type": "array"}},
    {"answer": TEXT},
    "R",
)
WITH_PEOPLE = {**ATOMS, "flow.needs_input": ASKING}


def many(count: int) -> dict[str, dict[str, Any]]:
    """The firm's atoms among so many others."""
    others = (
        definition(f"other.part{number}.handle{number}", f"Handle the part number {number} of a machine.",
                   {"part": must(TEXT)}, {f"state{number}": TEXT})
        for number in range(count)
    )  # fmt: skip
    return {**{atom["id"]: atom for atom in others}, **ATOMS}


FIRM = {
    atom["id"]: atom
    for atom in (
        definition(
            "hall.permission.query", "Tell whether a person may do something.",
            {"person": must(TEXT), "action": must({**TEXT, "enum": ["request_leave", "submit_expense"]})},
            {"allowed": {"type": "boolean"}}, "R",
        ),
        definition("hall.leave.list_requests", "List a person's leave requests.", {"person": must(TEXT)},
                   {"requests": {"type": "array"}}, "R"),
        definition("hall.leave.balance", "Tell how many days of leave a person has left.", {"person": must(TEXT)},
                   {"days": WHOLE}, "R"),
        definition("hall.leave.request", "Request leave for a person.",
                   {"person": must(TEXT), "first_day": must(TEXT), "last_day": must(TEXT)}, {"request_id": WHOLE}),
        definition("hall.expense.submit", "Submit an expense of a person.",
                   {"person": must(TEXT), "amount": must(NUMBER), "purpose": must(TEXT)}, {"expense_id": WHOLE}),
        definition("hall.expense.approve", "Approve an expense.",
                   {"expense_id": must(WHOLE), "approved_by": must(TEXT)}, {"status": TEXT}),
        definition("hall.expense.pay", "Pay an approved expense.", {"expense_id": must(WHOLE)}, {"status": TEXT}),
        definition("hall.notice.send", "Send a notice to a person.", {"person": must(TEXT), "text": must(TEXT)}),
    )
}  # fmt: skip
"""Atoms whose words overlap: a request may be made, listed or spoken of."""
