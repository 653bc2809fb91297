"""What all games share of text: scenario files, game records, rule books."""
