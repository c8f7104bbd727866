"""Tickets as atoms."""


def resolve_ticket(ticket_id, resolution):
    return f"{ticket_id} is resolved: {resolution}"
