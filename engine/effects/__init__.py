"""What cards do: abilities read once into types, put together as programs, and the verbs that games share."""
