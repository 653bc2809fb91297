"""Machine players. They get what their seat may know, and nothing of the table itself."""
