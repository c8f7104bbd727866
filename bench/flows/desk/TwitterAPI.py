"""A place for short posts as atoms, in memory."""

_posts = []


def authenticate_twitter(username, password):
    return bool(username and password)


def post_tweet(content, tags=(), mentions=()):
    _posts.append(content)
    said = {"content": content, "tags": list(tags), "mentions": list(mentions)}
    return {"id": len(_posts) - 1, "username": "me", **said}


def comment(tweet_id, comment_content):
    return f"said of {tweet_id}"
