"""Every name of ``NAMES`` as the Markdown of each widget that the pages give names to."""

from functools import partial

import streamlit as st

from components.text import literal

NAMES = [
    "http://evil.test/x",
    "HTTPS://evil.test",
    "www.evil.test",
    "x.WWW.evil.test",
    "me@evil.test",
    "mailto:me@evil.test",
    "xmpp:me@evil.test",
    "[a](http://evil.test)",
    "![a](http://evil.test/a.png)",
    "a -> b <- c <-> d -- e >= f <= g ~= h",
    ":streamlit:",
    ":Streamlit: :smile: :material/home: :red[x]",
    "$x^2$ **b** _i_ `c` ~~s~~ x^2^ [^1]",
    "<b>x</b> &amp;",
    "# one",
    "1. one",
    "C:\\path",
]
SHOWN = {
    "caption": st.caption,
    "heading": partial(st.subheader, anchor=False),
    "text": st.markdown,
    "notice": st.info,
    "button": st.button,
    "box": st.checkbox,
}

if __name__ == "__main__":
    for widget, show in SHOWN.items():
        for number, name in enumerate(NAMES):
            with st.container(key=f"{widget}-{number}"):
                show(literal(name))
    st.pills("Pills", NAMES, format_func=literal, key="pills")
