"""From faces and pages to files: jinja2 templates become Typst sources in a child process with limits."""
