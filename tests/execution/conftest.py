from __future__ import annotations

from pathlib import Path

import pytest
from house import House


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)
