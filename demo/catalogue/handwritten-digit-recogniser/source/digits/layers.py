"""The building blocks of the network, each with its own backward pass.

Every layer has `forward(x, training)` and `backward(grad)`. Trainable layers
list their arrays in `parameters`, and after a backward pass the matching
derivatives are in `gradients`. Images are arrays of shape (n, channels, h, w).
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


class Layer:
    parameters: list[np.ndarray] = []
    gradients: list[np.ndarray] = []

    def forward(self, x: np.ndarray, training: bool = False) -> np.ndarray:
        raise NotImplementedError

    def backward(self, grad: np.ndarray) -> np.ndarray:
        raise NotImplementedError


class Dense(Layer):
    """y = x W + b, with He initialisation."""

    def __init__(self, inputs: int, outputs: int, rng: np.random.Generator, dtype=np.float32) -> None:
        weights = rng.normal(0, np.sqrt(2 / inputs), (inputs, outputs)).astype(dtype)
        self.parameters = [weights, np.zeros(outputs, dtype)]

    def forward(self, x: np.ndarray, training: bool = False) -> np.ndarray:
        weights, bias = self.parameters
        self._x = x
        return x @ weights + bias

    def backward(self, grad: np.ndarray) -> np.ndarray:
        self.gradients = [self._x.T @ grad, grad.sum(axis=0)]
        return grad @ self.parameters[0].T


class Conv2D(Layer):
    """A convolution without padding. All windows are laid out as rows of one
    matrix (im2col), so the work is a single matrix product."""

    def __init__(
        self, channels: int, filters: int, size: int, rng: np.random.Generator, dtype=np.float32, first: bool = False
    ) -> None:
        weights = rng.normal(0, np.sqrt(2 / (channels * size**2)), (filters, channels, size, size)).astype(dtype)
        self.parameters = [weights, np.zeros(filters, dtype)]
        self.size = size
        self.first = first  # nothing below it wants a gradient

    def forward(self, x: np.ndarray, training: bool = False) -> np.ndarray:
        weights, bias = self.parameters
        windows = sliding_window_view(x, (self.size, self.size), axis=(2, 3))
        n, _, height, width = windows.shape[:4]
        self._shape = x.shape
        self._columns = windows.transpose(0, 2, 3, 1, 4, 5).reshape(n * height * width, -1)
        y = self._columns @ weights.reshape(len(weights), -1).T + bias
        return y.reshape(n, height, width, -1).transpose(0, 3, 1, 2)

    def backward(self, grad: np.ndarray) -> np.ndarray:
        weights, _ = self.parameters
        n, filters, height, width = grad.shape
        rows = grad.transpose(0, 2, 3, 1).reshape(-1, filters)
        self.gradients = [(rows.T @ self._columns).reshape(weights.shape), rows.sum(axis=0)]
        if self.first:
            return np.empty(0)

        # col2im: every window hands its share back to the pixels it covers.
        _, channels, k, _ = weights.shape
        columns = (rows @ weights.reshape(filters, -1)).reshape(n, height, width, channels, k, k)
        result = np.zeros(self._shape, dtype=grad.dtype)
        for i in range(k):
            for j in range(k):
                result[:, :, i:i + height, j:j + width] += columns[..., i, j].transpose(0, 3, 1, 2)
        return result


class MaxPool2(Layer):
    """The largest value of every 2 by 2 block."""

    def forward(self, x: np.ndarray, training: bool = False) -> np.ndarray:
        n, c, h, w = x.shape
        blocks = x.reshape(n, c, h // 2, 2, w // 2, 2).transpose(0, 1, 2, 4, 3, 5).reshape(n, c, h // 2, w // 2, 4)
        self._winner = blocks.argmax(axis=-1)[..., None]
        return np.take_along_axis(blocks, self._winner, axis=-1)[..., 0]

    def backward(self, grad: np.ndarray) -> np.ndarray:
        n, c, h, w = grad.shape
        blocks = np.zeros((n, c, h, w, 4), dtype=grad.dtype)
        np.put_along_axis(blocks, self._winner, grad[..., None], axis=-1)
        return blocks.reshape(n, c, h, w, 2, 2).transpose(0, 1, 2, 4, 3, 5).reshape(n, c, 2 * h, 2 * w)


class ReLU(Layer):
    def forward(self, x: np.ndarray, training: bool = False) -> np.ndarray:
        self._positive = x > 0
        return x * self._positive

    def backward(self, grad: np.ndarray) -> np.ndarray:
        return grad * self._positive


class Flatten(Layer):
    def forward(self, x: np.ndarray, training: bool = False) -> np.ndarray:
        self._shape = x.shape
        return x.reshape(len(x), -1)

    def backward(self, grad: np.ndarray) -> np.ndarray:
        return grad.reshape(self._shape)


class Dropout(Layer):
    """Switches off a share of the values while training, and scales up the rest."""

    def __init__(self, rate: float, rng: np.random.Generator) -> None:
        self.rate = rate
        self._rng = rng

    def forward(self, x: np.ndarray, training: bool = False) -> np.ndarray:
        if not training or self.rate == 0:
            self._mask = np.ones(1, dtype=x.dtype)
        else:
            self._mask = (self._rng.random(x.shape) >= self.rate).astype(x.dtype) / (1 - self.rate)
        return x * self._mask

    def backward(self, grad: np.ndarray) -> np.ndarray:
        return grad * self._mask


def softmax(logits: np.ndarray) -> np.ndarray:
    """Probabilities. The largest logit is subtracted first, so exp cannot overflow."""
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def cross_entropy(logits: np.ndarray, labels: np.ndarray) -> tuple[float, np.ndarray]:
    """The mean loss, and its derivative with respect to the logits."""
    probabilities = softmax(logits)
    rows = np.arange(len(labels))
    loss = -float(np.log(np.maximum(probabilities[rows, labels], 1e-12)).mean())
    grad = probabilities.copy()
    grad[rows, labels] -= 1
    return loss, grad / len(labels)
