"""The games that come with Arsenal, a module each. None imports another; what several need is in `engine`."""
