"""A messenger as atoms, in memory."""

_sent = {}


def message_login(user_id):
    return {"login_status": True, "message": f"{user_id} is logged in"}


def add_contact(user_name):
    return {"added_status": True, "user_id": "USR1", "message": f"{user_name} is a contact"}


def send_message(receiver_id, message):
    _sent.setdefault(receiver_id, []).append(message)
    return {"sent_status": True, "message_id": len(_sent), "message": "sent"}


def view_messages_sent():
    return dict(_sent)
