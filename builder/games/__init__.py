"""Games and cards as types: what all other rooms talk about. Nothing here reads or writes."""
