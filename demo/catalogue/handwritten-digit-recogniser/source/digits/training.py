"""Training and evaluation."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from .network import Adam, Network, lenet, perceptron
from .synth import DigitGenerator, Digits

TRAIN_SEED, TEST_SEED = 1, 2
TRAIN_STRENGTH = 1.5  # wilder than the everyday writing of the test


def train(
    network: Network,
    data: Digits,
    test: Digits,
    epochs: int,
    batch: int = 64,
    seed: int = 0,
    report: Callable[[str], None] = print,
) -> list[dict]:
    """Train with Adam, halving the step towards the end. Returns one record an epoch."""
    rng = np.random.default_rng(seed)
    optimiser = Adam(network.parameters)
    start_rate = optimiser.rate
    history = []
    for epoch in range(epochs):
        started = time.perf_counter()
        optimiser.rate = start_rate * 0.5 ** max(0, epoch - epochs // 2)
        order = rng.permutation(len(data))
        losses = []
        for i in range(0, len(order), batch):
            chosen = order[i:i + batch]
            losses.append(network.learn(data.images[chosen], data.labels[chosen]))
            optimiser.step(network.gradients)
        record = {
            "epoch": epoch + 1,
            "loss": round(float(np.mean(losses)), 4),
            "accuracy": accuracy(network, test),
            "seconds": round(time.perf_counter() - started, 2),
        }
        history.append(record)
        report("epoch {epoch}: loss {loss:.4f}, test accuracy {accuracy:.2%}, {seconds:.1f} s".format(**record))
    return history


def accuracy(network: Network, data: Digits) -> float:
    return float((network.probabilities(data.images).argmax(axis=1) == data.labels).mean())


def confusion(network: Network, data: Digits) -> np.ndarray:
    """Entry (i, j): how often digit i was read as j."""
    table = np.zeros((10, 10), dtype=int)
    np.add.at(table, (data.labels, network.probabilities(data.images).argmax(axis=1)), 1)
    return table


def worst_mistakes(network: Network, data: Digits, count: int) -> list[dict]:
    """The wrong answers the network was surest of, with their images as bytes."""
    probabilities = network.probabilities(data.images)
    answers = probabilities.argmax(axis=1)
    wrong = np.flatnonzero(answers != data.labels)
    wrong = wrong[np.argsort(-probabilities[wrong, answers[wrong]])][:count]
    return [
        {
            "label": int(data.labels[i]),
            "answer": int(answers[i]),
            "probability": round(float(probabilities[i, answers[i]]), 3),
            "image": np.round(data.images[i] * 255).astype(int).ravel().tolist(),
        }
        for i in wrong
    ]


def evaluate(network: Network, samples: int = 4000, report: Callable[[str], None] = print) -> dict:
    """Three looks at the network: wilder and wilder writing, another network, unknown styles."""
    result: dict = {"samples": samples, "strength": []}
    for strength in (1.0, 1.5, 2.0, 2.5):
        data = DigitGenerator(TEST_SEED, strength=strength).digits(samples)
        table = confusion(network, data)
        score = float(np.trace(table) / table.sum())
        result["strength"].append({
            "strength": strength,
            "accuracy": score,
            "confusion": table.tolist(),
            "mistakes": worst_mistakes(network, data, 10),
        })
        report(f"\ndistortion {strength}, {samples} digits: {score:.2%}\n{confusion_text(table)}")

    test = DigitGenerator(TEST_SEED).digits(samples)
    report("\ncomparison on the same smaller training set:")
    data = DigitGenerator(TRAIN_SEED, TRAIN_STRENGTH).digits(4000)
    result["comparison"] = []
    for name, build in (("Convolutional network", lenet), ("Two dense layers", perceptron)):
        other = build()
        train(other, data, test, epochs=5, report=lambda _: None)
        weights = sum(p.size for p in other.parameters)
        result["comparison"].append([name, weights, accuracy(other, test)])
        report(f"{name} ({weights} weights): {result['comparison'][-1][2]:.2%}")

    report("\nwriting styles never seen in training:")
    result["unseen"] = []
    for held_out in range(3):
        seen = [style for style in range(3) if style != held_out]
        other = lenet()
        new = DigitGenerator(TEST_SEED, styles=[held_out]).digits(samples // 2)
        train(other, DigitGenerator(TRAIN_SEED, TRAIN_STRENGTH, seen).digits(4000), new, epochs=5, report=lambda _: None)
        result["unseen"].append(accuracy(other, new))
        report(f"style {held_out + 1} held out: {result['unseen'][-1]:.2%}")
    return result


def confusion_text(table: np.ndarray) -> str:
    lines = ["     " + "".join(f"{digit:5d}" for digit in range(10)) + "   read as"]
    lines += [f"{digit:4d} " + "".join(f"{n or '.':>5}" for n in row) for digit, row in enumerate(table)]
    return "\n".join(lines)
