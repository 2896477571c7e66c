"""Run with: python -m unittest"""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from digits import training
from digits.layers import Conv2D, Dense, Dropout, Flatten, MaxPool2, ReLU, cross_entropy, softmax
from digits.network import Adam, Network, lenet
from digits.preprocess import SIZE, normalise, resize, shift
from digits.strokes import STYLES, STYLES_PER_DIGIT, smooth
from digits.synth import DigitGenerator


class GradientTest(unittest.TestCase):
    """The backward passes against finite differences, in double precision."""

    def test_every_layer(self):
        rng = np.random.default_rng(0)
        network = Network([
            Conv2D(1, 3, 3, rng, np.float64), ReLU(), MaxPool2(),
            Conv2D(3, 4, 2, rng, np.float64), ReLU(),
            Flatten(), Dropout(0.0, rng), Dense(4 * 16, 7, rng, np.float64), ReLU(), Dense(7, 10, rng, np.float64),
        ])
        images, labels = rng.normal(size=(5, 12, 12)), np.array([3, 1, 4, 1, 5])
        network.learn(images, labels)
        gradients = [g.copy() for g in network.gradients]

        step = 1e-6
        for parameter, gradient in zip(network.parameters, gradients):
            self.assertEqual(parameter.shape, gradient.shape)
            for index in rng.choice(parameter.size, size=min(8, parameter.size), replace=False):
                place = np.unravel_index(index, parameter.shape)
                before = parameter[place]
                parameter[place] = before + step
                above, _ = cross_entropy(network.forward(images[:, None]), labels)
                parameter[place] = before - step
                below, _ = cross_entropy(network.forward(images[:, None]), labels)
                parameter[place] = before
                self.assertAlmostEqual((above - below) / (2 * step), gradient[place], places=6)

    def test_gradient_of_the_input(self):
        rng = np.random.default_rng(1)
        layer = Conv2D(2, 3, 3, rng, np.float64)
        x, weight = rng.normal(size=(2, 2, 6, 6)), rng.normal(size=(2, 3, 4, 4))
        layer.forward(x)
        gradient = layer.backward(weight)
        for place in [(0, 0, 0, 0), (1, 1, 3, 2), (0, 1, 5, 5)]:
            moved = x.copy()
            moved[place] += 1e-6
            slope = (layer.forward(moved) * weight).sum() - (layer.forward(x) * weight).sum()
            self.assertAlmostEqual(slope / 1e-6, gradient[place], places=5)


class LayerTest(unittest.TestCase):
    def test_convolution_by_hand(self):
        layer = Conv2D(1, 1, 2, np.random.default_rng(0))
        layer.parameters[0][...] = [[[[1, 0], [0, -1]]]]
        x = np.arange(9, dtype=np.float32).reshape(1, 1, 3, 3)
        np.testing.assert_array_equal(layer.forward(x)[0, 0], [[-4, -4], [-4, -4]])

    def test_pooling(self):
        x = np.array([[1, 2, 0, 0], [3, 4, 0, 9], [5, 0, 1, 1], [0, 0, 1, 2]], dtype=np.float32)[None, None]
        layer = MaxPool2()
        np.testing.assert_array_equal(layer.forward(x)[0, 0], [[4, 9], [5, 2]])
        back = layer.backward(np.ones((1, 1, 2, 2), dtype=np.float32))[0, 0]
        np.testing.assert_array_equal(np.argwhere(back), [[1, 1], [1, 3], [2, 0], [3, 3]])

    def test_dropout_keeps_the_mean_and_rests_when_not_training(self):
        layer = Dropout(0.25, np.random.default_rng(0))
        x = np.ones((200, 200), dtype=np.float32)
        self.assertAlmostEqual(float(layer.forward(x, training=True).mean()), 1, places=1)
        np.testing.assert_array_equal(layer.forward(x), x)

    def test_softmax_is_stable(self):
        np.testing.assert_allclose(softmax(np.array([[1000.0, 1000.0, 0.0]])), [[0.5, 0.5, 0]])

    def test_adam_finds_a_minimum(self):
        x = np.array([5.0, -3.0])
        optimiser = Adam([x], rate=0.1)
        for _ in range(400):
            optimiser.step([2 * (x - [1, 2])])
        np.testing.assert_allclose(x, [1, 2], atol=1e-2)


class PreprocessTest(unittest.TestCase):
    def test_resize_keeps_the_mean(self):
        image = np.random.default_rng(0).random((37, 23))
        self.assertAlmostEqual(resize(image, 20, 11).mean(), image.mean())

    def test_shift(self):
        image = np.zeros((4, 4))
        image[1, 1] = 1
        self.assertEqual(np.argwhere(shift(image, 2, -1)).tolist(), [[3, 0]])
        self.assertEqual(shift(image, 9, 0).sum(), 0)

    def test_size_and_place_of_a_drawing_do_not_matter(self):
        drawing = np.zeros((84, 84))
        drawing[10:50, 20:26] = 1
        moved = shift(drawing, 25, 30)
        np.testing.assert_allclose(normalise(drawing), normalise(moved))
        self.assertEqual(normalise(drawing).shape, (SIZE, SIZE))

    def test_an_empty_drawing_has_no_image(self):
        self.assertIsNone(normalise(np.zeros((84, 84))))

    def test_a_dot_is_no_problem(self):
        dot = np.zeros((84, 84))
        dot[83, 0] = 1
        self.assertTrue(np.isfinite(normalise(dot)).all())


class DataTest(unittest.TestCase):
    def test_styles_are_complete(self):
        self.assertEqual(sorted(STYLES), list(range(10)))
        self.assertTrue(all(len(styles) == STYLES_PER_DIGIT for styles in STYLES.values()))

    def test_a_curve_passes_through_its_points(self):
        points = np.array([[0.0, 0.0], [1.0, 2.0], [3.0, 1.0], [4.0, 4.0]])
        curve = smooth(points)
        for point in points:
            self.assertLess(np.abs(curve - point).sum(axis=1).min(), 1e-9)

    def test_generator_is_repeatable_and_balanced(self):
        one, same, other = (DigitGenerator(seed).digits(100) for seed in (5, 5, 6))
        np.testing.assert_array_equal(one.images, same.images)
        self.assertFalse(np.array_equal(one.images, other.images))
        self.assertEqual(np.bincount(one.labels).tolist(), [10] * 10)
        self.assertTrue(one.images.min() >= 0 and one.images.max() <= 1)


class NetworkTest(unittest.TestCase):
    def test_learns_a_handful_of_digits_by_heart(self):
        data = DigitGenerator(1).digits(60)
        network = lenet()
        training.train(network, data, data, epochs=20, batch=20, report=lambda _: None)
        self.assertGreater(training.accuracy(network, data), 0.95)

    def test_weights_survive_saving(self):
        network, images = lenet(1), DigitGenerator(1).digits(4).images
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "weights.npz"
            network.save(path)
            np.testing.assert_array_equal(lenet(2).load(path).probabilities(images), network.probabilities(images))
            with self.assertRaises((ValueError, KeyError)):
                Network([Dense(3, 2, np.random.default_rng(0))]).load(path)

    def test_shipped_weights_read_fresh_digits(self):
        weights = Path(__file__).resolve().parent.parent / "weights" / "digits.npz"
        fresh = DigitGenerator(seed=99).digits(300)
        self.assertGreater(training.accuracy(lenet().load(weights), fresh), 0.98)


if __name__ == "__main__":
    unittest.main()
