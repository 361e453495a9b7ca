"""From a view to a picture, as plain values: no Streamlit here."""
