"""From what a user asked for to a job for the renderers."""
