function near(text) {
  return prose([[text, false]], runs, { class: "near" });
}

function beside(title, texts) {
  return texts.length ? el("section", { class: "beside", "aria-label": title }, ...texts.map(near)) : null;
}

export default function ({ data, parentElement }) {
  const root = frame(parentElement).querySelector(".reading");
  const box = el("blockquote", { class: data.superseded ? "passage old" : "passage" }, prose(data.runs, layered));
  const parts = [
    data.marks.includes("subject") || data.marks.includes("object") ? markKey(data.marks.includes("quote")) : null,
    beside("Just before", data.before), box, beside("Just after", data.after),
  ];
  root.replaceChildren(...parts.filter(Boolean));
}
