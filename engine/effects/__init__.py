"""What cards do: abilities are read once and compiled to programs; and the verbs that games share."""
