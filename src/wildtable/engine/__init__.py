"""What every card table has: cards, hands, piles, chairs, turn order, windows, chance, events, options."""
