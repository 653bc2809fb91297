"""Machine players against each other: matches with paired deals, and what can be said from them."""
