"""Games and cards in other languages: which words there are, what is translated, what is out of date."""
