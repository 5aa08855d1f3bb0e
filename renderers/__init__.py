"""Pictures of cards: faces, sheets of them to print and cut, images. Templates are jinja2 that writes Typst."""
