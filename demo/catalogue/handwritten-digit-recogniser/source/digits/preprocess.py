"""Bringing a drawing into the form the network was trained on.

The same three steps as in the well-known MNIST collection: cut out the ink,
scale it into a box of 20 pixels, and put its centre of mass in the middle of
a 28 by 28 image.
"""

from __future__ import annotations

import numpy as np

SIZE = 28
BOX = 20


def resize(image: np.ndarray, height: int, width: int) -> np.ndarray:
    """Scale by area averaging, exact for any ratio. Separable, so two matrices do it."""
    return _weights(image.shape[0], height) @ image @ _weights(image.shape[1], width).T


def _weights(old: int, new: int) -> np.ndarray:
    """Row i holds how much of every old pixel lies under new pixel i."""
    edges = np.linspace(0, old, new + 1)
    left, right = edges[:-1, None], edges[1:, None]
    pixels = np.arange(old)[None, :]
    overlap = np.minimum(right, pixels + 1) - np.maximum(left, pixels)
    return np.clip(overlap, 0, None) / (right - left)


def centre(image: np.ndarray) -> np.ndarray:
    """Shift by whole pixels so that the centre of mass is in the middle."""
    total = image.sum()
    if total <= 0:
        return image
    middle = (SIZE - 1) / 2
    rows, columns = np.arange(image.shape[0]), np.arange(image.shape[1])
    down = int(round(middle - float(image.sum(axis=1) @ rows) / total))
    right = int(round(middle - float(image.sum(axis=0) @ columns) / total))
    return shift(image, down, right)


def shift(image: np.ndarray, down: int, right: int) -> np.ndarray:
    """Move an image; what leaves it is lost and the gap is empty."""
    result = np.zeros_like(image)
    height, width = image.shape
    if abs(down) >= height or abs(right) >= width:
        return result
    result[max(0, down):height + min(0, down), max(0, right):width + min(0, right)] = (
        image[max(0, -down):height + min(0, -down), max(0, -right):width + min(0, -right)]
    )
    return result


def normalise(drawing: np.ndarray, ink: float = 0.1) -> np.ndarray | None:
    """Turn a drawing (bright ink on 0) into a 28 by 28 image, or None if it is empty."""
    rows = np.flatnonzero((drawing > ink).any(axis=1))
    columns = np.flatnonzero((drawing > ink).any(axis=0))
    if rows.size == 0:
        return None
    cut = drawing[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
    scale = BOX / max(cut.shape)
    height = max(1, round(cut.shape[0] * scale))
    width = max(1, round(cut.shape[1] * scale))
    image = np.zeros((SIZE, SIZE), dtype=np.float32)
    top, left = (SIZE - height) // 2, (SIZE - width) // 2
    image[top:top + height, left:left + width] = resize(cut, height, width)
    return centre(image)
