"""A convolutional neural network for handwritten digits, from scratch in NumPy."""
