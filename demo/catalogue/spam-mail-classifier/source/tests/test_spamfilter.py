"""Run with: python -m unittest"""

import json
import math
import random
import tempfile
import unittest
from pathlib import Path

from spamfilter import dataset, training
from spamfilter.dataset import HAM, SPAM, Mail
from spamfilter.logistic import LogisticRegression, sigmoid
from spamfilter.metrics import Confusion, roc_auc
from spamfilter.naive_bayes import NaiveBayes
from spamfilter.synth import MailGenerator
from spamfilter.text import terms_of, tokenise
from spamfilter.web import explain

TOY = [
    (["win", "cash"], True), (["win", "prize"], True), (["cash", "now"], True),
    (["exam", "hall"], False), (["exam", "notes"], False), (["notes", "now"], False),
]
DOCUMENTS, LABELS = [terms for terms, _ in TOY], [label for _, label in TOY]


class TextTest(unittest.TestCase):
    def test_kinds_of_term(self):
        text = "WIN Rs 25,000 at http://x.example/a or call 90000 12345!! 50% off, room 204"
        terms = [token.term for token in tokenise(text)]
        self.assertEqual(terms, ["win", "<money>", "<url>", "call", "<phone>", "<shout>", "<percent>", "off", "room", "<number>"])

    def test_positions_point_into_the_text(self):
        text = "Pay ₹499 today"
        self.assertEqual([text[t.start:t.end] for t in tokenise(text)], ["Pay", "₹499", "today"])

    def test_subject_is_marked(self):
        self.assertEqual(terms_of("Exam", "hall ticket"), ["exam", "subject:exam", "hall", "ticket", "hall ticket"])


class ModelTest(unittest.TestCase):
    def test_naive_bayes_by_hand(self):
        model = NaiveBayes(smoothing=1, min_count=1).fit(DOCUMENTS, LABELS)
        # 6 terms in each class, 7 in the vocabulary: P(win|spam) = 3/13, P(win|ham) = 1/13
        self.assertAlmostEqual(model.weights["win"], math.log(3))
        self.assertAlmostEqual(model.weights["now"], 0)
        self.assertGreater(model.score(["win", "unknown"]), 0)

    def test_logistic_regression_learns_and_the_loss_falls(self):
        model = LogisticRegression(epochs=30, min_documents=1).fit(DOCUMENTS, LABELS)
        self.assertEqual([model.score(terms) > 0 for terms in DOCUMENTS], LABELS)
        self.assertLess(model.losses[-1], model.losses[0] / 2)

    def test_contributions_add_up_to_the_score(self):
        for model in training.train(MailGenerator(3).mails(200)):
            terms = terms_of("Exam fee", "Pay the exam fee of Rs 500 before Monday")
            self.assertAlmostEqual(model.bias + sum(model.contributions(terms).values()), model.score(terms))

    def test_models_survive_saving(self):
        models = training.train(MailGenerator(3).mails(200))
        terms = terms_of("Lucky draw", "Claim your prize now")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "models.json"
            training.save_models(models, path)
            for before, after in zip(models, training.load_models(path)):
                self.assertAlmostEqual(before.score(terms), after.score(terms), places=2)

    def test_one_class_is_refused(self):
        for model in training.MODELS:
            with self.assertRaises(ValueError):
                model().fit([["a"], ["b"]], [True, True])

    def test_sigmoid_is_stable(self):
        self.assertEqual((sigmoid(-1000), sigmoid(0), sigmoid(1000)), (0.0, 0.5, 1.0))


class MetricsTest(unittest.TestCase):
    def test_confusion(self):
        matrix = Confusion.of([0.9, 0.6, 0.4, 0.1], [True, False, True, False])
        self.assertEqual(matrix, Confusion(1, 1, 1, 1))
        self.assertEqual((matrix.accuracy, matrix.precision, matrix.recall, matrix.f1), (0.5, 0.5, 0.5, 0.5))
        self.assertEqual(Confusion.of([0.1], [False]).precision, 0)

    def test_auc_equals_counting_pairs(self):
        rng = random.Random(5)
        scores = [rng.randrange(8) / 8 for _ in range(60)]  # many ties
        labels = [rng.random() < 0.4 for _ in scores]
        pairs = [(p, n) for p, a in zip(scores, labels) if a for n, b in zip(scores, labels) if not b]
        expected = sum(1.0 if p > n else 0.5 if p == n else 0.0 for p, n in pairs) / len(pairs)
        self.assertAlmostEqual(roc_auc(scores, labels), expected)


class DataTest(unittest.TestCase):
    def test_generator_is_repeatable(self):
        self.assertEqual(MailGenerator(7).mails(50), MailGenerator(7).mails(50))
        self.assertNotEqual(MailGenerator(7).mails(50), MailGenerator(8).mails(50))

    def test_folds_cover_everything_once(self):
        mails = [Mail(SPAM if i % 3 else HAM, str(i), "") for i in range(31)]
        tested = [mail for _, test in dataset.folds(mails, 5, seed=1) for mail in test]
        self.assertCountEqual(tested, mails)
        for train, test in dataset.folds(mails, 5, seed=1):
            self.assertFalse(set(train) & set(test))

    def test_csv_round_trip_and_bad_labels(self):
        mails = [Mail(SPAM, "a, b", 'say "hi"\nagain'), Mail(HAM, "", "ok")]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "mails.csv"
            dataset.save(mails, path)
            self.assertEqual(dataset.load(path), mails)
            path.write_text("label,subject,body\njunk,a,b\n", encoding="utf-8")
            with self.assertRaises(ValueError):
                dataset.load(path)


class WebTest(unittest.TestCase):
    def test_explanation_is_json_with_places(self):
        model = training.train(MailGenerator(3).mails(300))[1]
        body = "Claim your prize now at http://x.example"
        result = json.loads(json.dumps(explain(model, "Lucky draw", body)))
        self.assertGreater(result["probability"], 0.5)
        self.assertIn("http://x.example", [body[start:end] for start, end, _ in result["marks"]])


if __name__ == "__main__":
    unittest.main()
