"""A hybrid film recommender written with the Python standard library only."""
