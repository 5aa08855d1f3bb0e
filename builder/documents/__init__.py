"""YAML in and out: `reading` gives data with places, `editing` changes a file and keeps its comments."""
