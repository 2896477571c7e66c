"""The network as a list of layers, the optimiser, and weights on disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from .layers import Conv2D, Dense, Dropout, Flatten, Layer, MaxPool2, ReLU, cross_entropy, softmax


class Network:
    def __init__(self, layers: Sequence[Layer]) -> None:
        self.layers = list(layers)

    @property
    def parameters(self) -> list[np.ndarray]:
        return [array for layer in self.layers for array in layer.parameters]

    @property
    def gradients(self) -> list[np.ndarray]:
        return [array for layer in self.layers for array in layer.gradients]

    def forward(self, x: np.ndarray, training: bool = False) -> np.ndarray:
        for layer in self.layers:
            x = layer.forward(x, training)
        return x

    def learn(self, images: np.ndarray, labels: np.ndarray) -> float:
        """One forward and backward pass; leaves the derivatives in `gradients`."""
        loss, grad = cross_entropy(self.forward(images[:, None], training=True), labels)
        for layer in reversed(self.layers):
            grad = layer.backward(grad)
        return loss

    def probabilities(self, images: np.ndarray, batch: int = 500) -> np.ndarray:
        """Softmax outputs for images of shape (n, 28, 28)."""
        parts = [softmax(self.forward(images[i:i + batch, None])) for i in range(0, len(images), batch)]
        return np.concatenate(parts)

    def activations(self, image: np.ndarray) -> list[np.ndarray]:
        """What every layer makes of one image."""
        x, outputs = image[None, None], []
        for layer in self.layers:
            x = layer.forward(x)
            outputs.append(x[0])
        return outputs

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, **{f"p{i}": array for i, array in enumerate(self.parameters)})

    def load(self, path: Path) -> Network:
        with np.load(path, allow_pickle=False) as stored:
            for i, array in enumerate(self.parameters):
                if stored[f"p{i}"].shape != array.shape:
                    raise ValueError(f"{path} belongs to another network")
                array[...] = stored[f"p{i}"]
        return self


def lenet(seed: int = 0) -> Network:
    """A small relative of LeNet-5 for 28 by 28 images: about 20,000 weights."""
    rng = np.random.default_rng(seed)
    return Network([
        Conv2D(1, 8, 5, rng, first=True), ReLU(), MaxPool2(),   # 8 maps of 12 x 12
        Conv2D(8, 16, 5, rng), ReLU(), MaxPool2(),              # 16 maps of 4 x 4
        Flatten(), Dropout(0.25, rng),
        Dense(256, 64, rng), ReLU(),
        Dense(64, 10, rng),
    ])


def perceptron(seed: int = 0) -> Network:
    """Two dense layers with nearly the same number of weights, for comparison."""
    rng = np.random.default_rng(seed)
    return Network([Flatten(), Dropout(0.1, rng), Dense(784, 26, rng), ReLU(), Dense(26, 10, rng)])


class Adam:
    def __init__(self, parameters: list[np.ndarray], rate: float = 0.002, beta1: float = 0.9, beta2: float = 0.999) -> None:
        self.parameters = parameters
        self.rate = rate
        self.beta1, self.beta2 = beta1, beta2
        self._mean = [np.zeros_like(p) for p in parameters]
        self._square = [np.zeros_like(p) for p in parameters]
        self._steps = 0

    def step(self, gradients: list[np.ndarray]) -> None:
        """Changes the parameters in place."""
        self._steps += 1
        rate = self.rate * np.sqrt(1 - self.beta2**self._steps) / (1 - self.beta1**self._steps)
        for p, g, mean, square in zip(self.parameters, gradients, self._mean, self._square):
            mean += (1 - self.beta1) * (g - mean)
            square += (1 - self.beta2) * (g * g - square)
            p -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(p.dtype)
