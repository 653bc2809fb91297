"""Many games at once: what they show about a game, its options and its players."""
