"""A drawing as one SVG text: title, picture and legend, no script, no outside reference."""

from typing import NamedTuple

from components.picture.drawing import Drawing
from components.picture.palette import GRADE_STYLES
from components.picture.shapes import shape_path
from components.picture.svg_marks import dashes, picture
from components.picture.svg_paper import LIGHT, Paper
from components.picture.words import FONT_SIZE, full_name, text_width
from components.text import shown_text
from evidence.export import ViewNotes
from evidence.export.graphml import xml_text

_FONT = "Inter, 'Segoe UI', Helvetica, Arial, sans-serif"
_MARGIN = 28.0
_LINE = 21.0
_LEAST_WIDTH = 640.0


class _Entry(NamedTuple):
    """An entry of the legend: its mark, how far in its words begin, and these."""

    mark: str
    indent: float
    words: str


def graph_svg(drawing: Drawing, notes: ViewNotes, *, paper: Paper = LIGHT) -> str:
    """The drawing with a title band and a legend, as it would be printed."""
    elements, (left, top, right, bottom) = picture(drawing, paper)
    width = max(right - left + 2 * _MARGIN, _LEAST_WIDTH)
    title = _title(notes, width)
    legend, legend_height = _legend(drawing, paper, width)
    title_height = _MARGIN + _LINE * len(title)
    body_height = bottom - top + 2 * _MARGIN
    height = title_height + body_height + legend_height + _MARGIN
    shift = (width - right + left) / 2 - left, title_height + _MARGIN - top
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}" font-family="{_FONT}" fill="{paper.text}"'
        f' role="img">',
        f"<title>{xml_text(_clean(notes.title))}</title>",
        f'<rect width="100%" height="100%" fill="{paper.background}"/>',
        *_title_band(title),
        f'<g transform="translate({shift[0]:.1f} {shift[1]:.1f})">',
        *elements,
        "</g>",
        f'<g transform="translate(0 {title_height + body_height:.1f})">',
        *legend,
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def legend_svg(drawing: Drawing, *, paper: Paper = LIGHT, width: float = 1000.0) -> str:
    """The legend alone, to stand flush with the left edge of a page."""
    elements, height = _legend(drawing, paper, width)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height + 14:.0f}"'
        f' viewBox="{_MARGIN:.0f} 0 {width:.0f} {height + 14:.0f}" fill="{paper.text}" role="img"'
        f' aria-label="Legend">{"".join(elements)}</svg>'
    )


def _title(notes: ViewNotes, width: float) -> list[tuple[str, float, int]]:
    """Lines of the title band: text, font size, weight."""
    room = width - 2 * _MARGIN
    rows = [(line, 20.0, 600) for line in _wrapped(notes.title, 20.0, room)]
    facts = " · ".join(part for part in (notes.scope, notes.made) if part)
    for text in (facts, *notes.cut):
        rows += [(line, FONT_SIZE, 400) for line in _wrapped(text, FONT_SIZE, room)]
    return rows


def _wrapped(text: str, size: float, room: float) -> list[str]:
    lines: list[str] = []
    for word in _clean(text).split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(joined, size) <= room:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def _title_band(rows: list[tuple[str, float, int]]) -> list[str]:
    return [
        f'<text x="{_MARGIN}" y="{_MARGIN + 6 + _LINE * number}" font-size="{size}"'
        f' font-weight="{weight}">{xml_text(text)}</text>'
        for number, (text, size, weight) in enumerate(rows)
    ]


def _legend(drawing: Drawing, paper: Paper, width: float) -> tuple[list[str], float]:
    """The legend's elements from the top left corner, and how high it is.

    Every mark begins at the left of its entry, so that rows of lines and of shapes align.
    """
    entries: list[_Entry] = []
    for grade, count in drawing.grades.items():
        style = GRADE_STYLES[grade]
        colour = style.colour_dark if paper.dark else style.colour_light
        mark = f'<path d="M0 0H36" stroke="{colour}" stroke-width="{style.width}"{dashes(style)}/>'
        entries.append(_Entry(mark, 44.0, f"{style.words} ({count})"))
    for label, count in drawing.labels.items():
        look = drawing.label_styles[label]
        colour = look.colour_dark if paper.dark else look.colour_light
        shape = shape_path(look.shape, (7.0, 0.0), 6.5)
        mark = f'<path d="{shape}" fill="{colour}"/>'
        entries.append(_Entry(mark, 21.0, f"{full_name(label)} ({count})"))
    return _flow(entries, width)


def _flow(entries: list[_Entry], width: float) -> tuple[list[str], float]:
    elements: list[str] = []
    x, y = _MARGIN, _LINE
    for mark, indent, words in entries:
        wide = indent + text_width(words) + 22
        if x > _MARGIN and x + wide > width - _MARGIN:
            x, y = _MARGIN, y + _LINE + 3
        elements.append(
            f'<g transform="translate({x:.1f} {y:.1f})">{mark}'
            f'<text x="{indent:.0f}" y="4.5" font-size="{FONT_SIZE}">{xml_text(words)}</text></g>'
        )
        x += wide
    return elements, y


def _clean(text: str) -> str:
    return shown_text(text).replace("\n", " ")
