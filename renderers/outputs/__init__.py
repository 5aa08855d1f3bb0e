"""What comes out: sheets as PDF and HTML, pictures, sheets for virtual tables."""
