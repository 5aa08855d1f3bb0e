"""Makes files: sheets as PDF and HTML, single pictures, and sheets for virtual tables."""
