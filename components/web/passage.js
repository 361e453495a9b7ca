export default function ({ data, parentElement }) {
  const root = frame(parentElement);
  const box = root.querySelector(".passage");
  box.classList.toggle("old", data.superseded);
  box.replaceChildren(el("p", { dir: "auto" }, ...runs(data.runs)));
}
