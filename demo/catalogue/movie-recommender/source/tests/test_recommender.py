"""Run with: python -m unittest"""

import json
import math
import unittest

from recommender.baseline import Baseline
from recommender.data import load_movies, load_ratings, make_new, split, triples
from recommender.evaluation import errors, ranking
from recommender.model import Neighbourhood, Recommender
from recommender.similarity import features, from_content, from_ratings
from recommender.web import as_json, parse_request

MOVIES = load_movies()
RATINGS = load_ratings()
MODEL = Recommender(MOVIES, RATINGS)
ID = {movie.title: movie.id for movie in MOVIES.values()}


class DataTest(unittest.TestCase):
    def test_files_fit_together(self):
        self.assertTrue(all(movie in MOVIES and 0.5 <= stars <= 5 for _, movie, stars in triples(RATINGS)))
        self.assertTrue(all(1900 < movie.year < 2100 and movie.genres for movie in MOVIES.values()))

    def test_split_loses_nothing(self):
        train, test = split(RATINGS, 0.2, seed=1)
        self.assertEqual(sorted([*triples(train), *triples(test)]), sorted(triples(RATINGS)))
        self.assertEqual(split(RATINGS, 0.2, seed=1), (train, test))

    def test_new_films_keep_a_few_ratings(self):
        train, test = make_new(RATINGS, [1, 2], keep=3, seed=1)
        for movie in (1, 2):
            self.assertEqual(sum(movie in rated for rated in train.values()), 3)
        self.assertEqual({movie for _, movie, _ in triples(test)}, {1, 2})


class BaselineTest(unittest.TestCase):
    def test_one_rating_moves_less_than_many(self):
        ratings = {user: {1: 5.0, 3: 3.0} for user in range(20)} | {99: {2: 5.0, 3: 3.0}}
        baseline = Baseline(ratings)
        self.assertGreater(baseline.movie[1], baseline.movie[2])

    def test_a_generous_user_is_expected_to_give_more(self):
        baseline = Baseline(RATINGS)
        self.assertGreater(baseline.user_offset({1: 5.0, 2: 5.0}), baseline.user_offset({1: 2.0, 2: 2.0}))
        self.assertEqual(baseline.user_offset({}), 0)


class SimilarityTest(unittest.TestCase):
    def test_cosine_by_hand(self):
        # With a flat baseline the deviations are stars - mean; mean is 3 here.
        ratings = {1: {10: 4.0, 20: 4.0}, 2: {10: 2.0, 20: 2.0}, 3: {10: 4.0, 30: 2.0}, 4: {20: 2.0, 30: 4.0}}
        baseline = Baseline(ratings, movie_shrink=math.inf, user_shrink=math.inf)
        self.assertEqual(baseline.mean, 3)
        similarity = from_ratings(ratings, baseline, shrink=0)
        self.assertAlmostEqual(similarity[10][20], 1.0)
        self.assertNotIn(30, similarity[10])  # opposite opinions are not kept

    def test_tables_are_symmetric(self):
        for table in (MODEL.collaborative.similarity, MODEL.content.similarity):
            self.assertTrue(all(0 < value <= 1 + 1e-9 and table[b][a] == value for a, row in table.items() for b, value in row.items()))

    def test_content_prefers_shared_and_rare_features(self):
        table = from_content(MOVIES)
        first, second = ID["Baahubali: The Beginning"], ID["Baahubali 2: The Conclusion"]
        self.assertEqual(max(table[first], key=table[first].get), second)
        self.assertIn(("director", "S. S. Rajamouli"), set(features(MOVIES[first])))


class ModelTest(unittest.TestCase):
    def test_neighbourhood_by_hand(self):
        part = Neighbourhood({1: {2: 0.5, 3: 0.25}}, neighbours=2, damping=0.25)
        value, shares = part.deviation(1, {2: 1.0, 3: -1.0, 4: 2.0})
        self.assertAlmostEqual(value, 0.25)  # (0.5 - 0.25) / (0.75 + 0.25)
        self.assertEqual(shares, {2: 0.5, 3: -0.25})
        self.assertEqual(part.deviation(9, {2: 1.0}), (0.0, {}))

    def test_a_prediction_does_not_look_at_its_own_rating(self):
        rated = {ID["Kahaani"]: 5.0, ID["Satya"]: 4.0}
        with_it = MODEL.predict({**rated, ID["Talvar"]: 0.5}, ID["Talvar"])
        self.assertEqual(with_it, MODEL.predict(rated, ID["Talvar"]))

    def test_known_films_lean_on_the_audience(self):
        new = Recommender(MOVIES, make_new(RATINGS, [1], keep=0, seed=1)[0])
        self.assertEqual(new.collaborative_weight(1), 0)
        self.assertGreater(MODEL.collaborative_weight(1), 0.5)

    def test_recommendations_follow_taste(self):
        liked = {ID[title]: 5.0 for title in ("Kahaani", "Drishyam", "Andhadhun")}
        top = MODEL.recommend(liked, 10)
        self.assertFalse({prediction.movie for prediction in top} & liked.keys())
        dark = [p for p in top if {"Thriller", "Crime", "Mystery"} & set(MOVIES[p.movie].genres)]
        self.assertGreaterEqual(len(dark), 7)

    def test_somebody_new_gets_the_films_liked_in_general(self):
        top = MODEL.recommend({}, 3)
        best = sorted(MODEL.baseline.movie, key=MODEL.baseline.movie.get, reverse=True)[:3]
        self.assertEqual([prediction.movie for prediction in top], best)


class EvaluationTest(unittest.TestCase):
    def test_perfect_predictions(self):
        train, test = split(RATINGS, 0.2, seed=3)
        truth = {user: rated for user, rated in test.items()}
        by_known = {id(train[user]): truth[user] for user in train}
        score = lambda rated, movie: by_known[id(rated)].get(movie, 0.0)  # noqa: E731
        self.assertEqual(errors(score, train, test), {"rmse": 0, "mae": 0})
        self.assertAlmostEqual(ranking(score, train, test, MOVIES)["ndcg"], 1)

    def test_the_hybrid_beats_the_averages(self):
        train, test = split(RATINGS, 0.2, seed=3)
        model = Recommender(MOVIES, train)
        hybrid = errors(lambda rated, movie: model.predict(rated, movie).score, train, test)
        averages = errors(lambda rated, movie: model.predict(rated, movie).expected, train, test)
        self.assertLess(hybrid["rmse"], averages["rmse"] - 0.05)


class WebTest(unittest.TestCase):
    def test_requests_are_checked(self):
        self.assertEqual(parse_request(b'{"ratings": {"1": 4.5}, "weight": null}', MODEL), ({1: 4.5}, None))
        for wrong in (b"", b"[]", b"{}", b'{"ratings": {"9999": 4}}', b'{"ratings": {"1": 9}}',
                      b'{"ratings": {"1": NaN}}', b'{"ratings": {}, "weight": 2}', b'{"ratings": {"x": 1}}'):
            with self.assertRaises(ValueError, msg=wrong):
                parse_request(wrong, MODEL)

    def test_answers_are_json(self):
        prediction = MODEL.recommend({1: 5.0}, 1)[0]
        self.assertLessEqual(json.loads(json.dumps(as_json(prediction)))["stars"], 5)


if __name__ == "__main__":
    unittest.main()
