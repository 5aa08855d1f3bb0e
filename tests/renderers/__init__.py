"""Tests of what is drawn and printed."""
