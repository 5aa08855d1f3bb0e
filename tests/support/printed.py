"""What letters a PDF has, for the tests of what is printed."""

from io import BytesIO

import pypdfium2
import pypdfium2.raw as pdfium

LEAST = 5.0  # points: nothing smaller is printed


def sizes_of_letters(data: bytes) -> set[float]:
    """The sizes of all letters in a PDF, in points."""
    found: set[float] = set()
    with pypdfium2.PdfDocument(BytesIO(data)) as pdf:
        for page in pdf:
            text, matrix = page.get_textpage(), pdfium.FS_MATRIX()
            for i in range(text.count_chars()):
                if pdfium.FPDFText_GetUnicode(text.raw, i) > ord(" "):
                    pdfium.FPDFText_GetMatrix(text.raw, i, matrix)
                    scale = (matrix.a**2 + matrix.b**2) ** 0.5  # of a face that is drawn for another size of card
                    found.add(round(pdfium.FPDFText_GetFontSize(text.raw, i) * scale, 1))
    return found
