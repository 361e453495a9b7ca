import itertools

import pytest

from components.picture.palette import GRADE_STYLES, contrast, label_style, label_styles
from evidence.details import EdgeGrade

LIGHT_PAGES = ("#ffffff", "#f4f5f8")
DARK_PAGES = ("#0f131a", "#181d27")
FORTY_NINE = [f"Label {number}" for number in range(49)]


def test_contrast_of_black_on_white_is_21():
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#777777") == 1.0


def test_every_colour_stands_out_from_its_page():
    styles = [*label_styles(FORTY_NINE).values(), *GRADE_STYLES.values()]
    for style in styles:
        assert all(contrast(style.colour_light, page) >= 3 for page in LIGHT_PAGES)
        assert all(contrast(style.colour_dark, page) >= 3 for page in DARK_PAGES)


def test_forty_nine_labels_look_different():
    assert len(set(label_styles(FORTY_NINE).values())) == 49


def test_any_sixteen_common_labels_look_different():
    common = "Person PER ORG Organization Company LOC Location Country TIME Date NUM MISC Concept "
    labels = (common + "Law Rule Tool").split()
    assert len(labels) == 16
    for pair in itertools.combinations(label_styles(labels).values(), 2):
        assert pair[0] != pair[1]


def test_a_label_keeps_its_look_among_others():
    alone = label_styles(["Person"])["Person"]
    assert alone == label_style("Person")
    assert label_styles(["Aardvark", "Person", "PER"])["Person"] == alone
    assert label_styles(reversed(FORTY_NINE)) == label_styles(FORTY_NINE)


def test_case_does_not_change_a_common_look():
    assert label_style("PERSON") == label_style("person") == label_style("Person")


def test_more_labels_than_looks_share_the_last():
    assert len(label_styles([f"L{number}" for number in range(60)])) == 60


def test_grades_differ_in_dash_weight_and_colour():
    assert list(GRADE_STYLES) == list(EdgeGrade)
    assert len({style.dashes for style in GRADE_STYLES.values()}) == 4
    assert len({style.colour_light for style in GRADE_STYLES.values()}) == 4
    stated = GRADE_STYLES[EdgeGrade.STATED]
    assert stated.dashes == ()
    others = [style for grade, style in GRADE_STYLES.items() if grade is not EdgeGrade.STATED]
    assert all(style.width < stated.width for style in others)
