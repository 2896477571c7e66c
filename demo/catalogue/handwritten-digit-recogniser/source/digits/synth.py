"""A seeded generator of handwritten digits.

A style is chosen, its points are moved a little, the whole digit is bent,
slanted, turned and stretched, and then inked with a pen of changing width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .preprocess import BOX, SIZE, centre, shift
from .strokes import STYLES, STYLES_PER_DIGIT, smooth


@dataclass(frozen=True)
class Digits:
    """Images of shape (n, 28, 28) with values from 0 to 1, and what they show."""

    images: np.ndarray
    labels: np.ndarray

    def __len__(self) -> int:
        return len(self.labels)


class DigitGenerator:
    def __init__(self, seed: int | None, strength: float = 1.0, styles: Sequence[int] = range(STYLES_PER_DIGIT)) -> None:
        """`strength` scales every distortion: 0 is print, 1 everyday writing, 2 a scrawl."""
        self._rng = np.random.default_rng(seed)
        self._strength = strength
        self._styles = list(styles)

    def digits(self, count: int) -> Digits:
        """Equally many of every digit, in random order."""
        labels = np.arange(count) % 10
        self._rng.shuffle(labels)
        images = np.stack([self.draw(int(label)) for label in labels])
        return Digits(images, labels)

    def strokes(self, digit: int) -> list[np.ndarray]:
        """The movements of the pen, in pixels of a 28 by 28 image."""
        style = STYLES[digit][self._rng.choice(self._styles)]
        return self._distort([np.array(stroke) for stroke in style])

    def draw(self, digit: int) -> np.ndarray:
        rng, k = self._rng, self._strength
        image = self._ink(self.strokes(digit))
        image = shift(centre(image), *rng.integers(-1, 2, size=2))
        image *= rng.uniform(1 - 0.25 * k, 1)
        image += rng.normal(0, 0.03 * k, image.shape)
        return np.clip(image, 0, 1).astype(np.float32)

    def _distort(self, strokes: list[np.ndarray]) -> list[np.ndarray]:
        """Pen movements in pixels, fitted into the 20 pixel box."""
        rng, k = self._rng, self._strength
        moved = [smooth(points + rng.normal(0, 0.025 * k, points.shape)) for points in strokes]

        angle = rng.normal(0, np.radians(6) * k)
        slant = rng.normal(0.05, 0.16 * k)
        width = rng.uniform(1 - 0.32 * k, 1 + 0.12 * k)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        shape = np.array([[max(0.3, width), -slant], [0.0, 1.0]])
        matrix = turn @ shape

        phase = rng.uniform(0, 2 * np.pi, size=2)
        sway = rng.normal(0, 0.025 * k, size=2)
        bent = []
        for points in moved:
            x, y = (points - 0.5).T
            x, y = x + sway[0] * np.sin(5 * y + phase[0]), y + sway[1] * np.sin(5 * x + phase[1])
            bent.append(np.column_stack([x, y]) @ matrix.T)

        everything = np.vstack(bent)
        low, high = everything.min(axis=0), everything.max(axis=0)
        pen = 2.0  # room for the width of the pen
        scale = (BOX - pen) / max(1e-6, (high - low).max())
        middle = (low + high) / 2
        return [(points - middle) * scale + SIZE / 2 for points in bent]

    def _ink(self, strokes: list[np.ndarray]) -> np.ndarray:
        """Darkness falls off over one pixel at the edge of the pen."""
        rng, k = self._rng, self._strength
        radius = rng.uniform(max(0.5, 1.25 - 0.5 * k), 1.25 + 0.55 * k)
        points = np.vstack(strokes).astype(np.float32)
        pressure = 1 + 0.18 * k * np.sin(np.linspace(0, rng.uniform(2, 8), len(points)) + rng.uniform(0, 6))
        grid = np.arange(SIZE, dtype=np.float32) + 0.5
        dx = (grid[:, None] - points[None, :, 0]) ** 2
        dy = (grid[:, None] - points[None, :, 1]) ** 2
        distance = np.sqrt(dy[:, None, :] + dx[None, :, :])
        depth = (radius * pressure.astype(np.float32) - distance).max(axis=2)
        return np.clip(depth + 0.5, 0, 1)
