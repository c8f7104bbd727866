"""Files that pages give: brought as bytes, so that who asked for them can write them down as any file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.message import Message
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from aura.capability.errors import ToolError
from aura.machine.browser.addresses import WEB, address_of, check_public
from aura.machine.browser.elements import Found
from aura.machine.browser.failing import check_status, error_of
from aura.machine.browser.port import Brought

MOST = 100 * 1024 * 1024
MOST_REDIRECTS = 10
UNNAMED = "download"
NOT_IN_NAMES = re.compile(r'[\x00-\x1f<>:"/\\|?*]')


def bring_address(context: Any, url: str, by: str, seconds: float) -> Brought:
    """The file at an address, with the cookies of the session; raises ToolError where there is none."""
    from playwright.sync_api import Error

    for _ in range(MOST_REDIRECTS):
        if by:
            check_public(url, by)
        try:
            response = context.request.get(url, max_redirects=0, timeout=1000 * seconds)
        except Error as error:
            raise error_of(error, url, seconds) from error
        place = response.headers.get("location")
        if not (300 <= response.status < 400 and place):
            check_status(response.status, url)
            return _kept(response, url)
        url = address_of(urljoin(url, place))
    raise in_circles(url)


def in_circles(url: str) -> ToolError:
    """What is said of an address that leads to others without an end."""
    return ToolError("REDIRECTS", f"{urlsplit(url).hostname} sends in circles and never gives the file.")


def _kept(response: Any, url: str) -> Brought:
    size = response.headers.get("content-length", "")
    if size.isdecimal() and int(size) > MOST:
        raise too_large(int(size))
    content: bytes = response.body()
    if len(content) > MOST:
        raise too_large(len(content))
    return Brought(name_of(response.headers, url), content, url)


def bring_behind(context: Any, page: Any, found: Found, by: str, seconds: float) -> Brought:
    """The file behind a link, or the one that comes when a button is clicked."""
    if urlsplit(found.href).scheme in WEB:
        return bring_address(context, found.href, by, seconds)
    from playwright.sync_api import TimeoutError as Late

    try:
        with page.expect_download(timeout=1000 * seconds) as coming:
            found.element.held.click()
    except Late as error:
        raise no_file(found) from error
    download = coming.value
    if failed := download.failure():
        raise ToolError("NO_FILE", f"The file {download.suggested_filename} did not come: {failed}.")
    path = Path(download.path())
    if path.stat().st_size > MOST:
        raise too_large(path.stat().st_size)
    content = path.read_bytes()
    download.delete()
    return Brought(plain_name(download.suggested_filename), content, download.url)


def no_file(found: Found) -> ToolError:
    """What is said of a button behind which there is no file."""
    return ToolError("NO_FILE", f'No file came when "{found.title}" was clicked.')


def name_of(headers: Mapping[str, str], url: str) -> str:
    """The name of a file: as the server says, else as its address ends."""
    said = Message()
    said["Content-Disposition"] = headers.get("content-disposition", "")
    return plain_name(said.get_filename() or unquote(PurePosixPath(urlsplit(url).path).name))


def plain_name(name: str) -> str:
    """A name that can only be that of a file in the folder it is put into."""
    return NOT_IN_NAMES.sub("_", name).strip(" .")[-200:] or UNNAMED


def too_large(size: int) -> ToolError:
    """What is said of a file that has more bytes than are brought."""
    return ToolError(
        "TOO_LARGE",
        f"The file has {size:,} bytes, and at most {MOST:,} are brought; download it in the browser itself.",
    )
