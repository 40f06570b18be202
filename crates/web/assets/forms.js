// Forms: one submission at a time, no input lost by accident. The listeners are the document's, so that forms that come later have them too.
const dirty = new Set(document.querySelectorAll("form[data-dirty]"));

document.addEventListener("input", (event) => {
  const form = event.target.form ?? event.target;
  if (form.matches?.("form[data-keep]")) dirty.add(form);
});

// What was wrong with a field is said until somebody mends it.
document.addEventListener("input", ({ target }) => {
  const described = target.closest("[aria-describedby$=-wrong]");
  const fault = described && document.getElementById(described.getAttribute("aria-describedby"));
  if (!fault) return;
  for (const field of document.querySelectorAll(`[aria-describedby="${fault.id}"]`)) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
  fault.remove();
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("aria-busy") === "true") {
    event.preventDefault();
    return;
  }
  dirty.delete(form);
  // After this turn: a disabled button would not be sent along.
  setTimeout(() => {
    if (!event.defaultPrevented) form.setAttribute("aria-busy", "true");
  });
});

// A page that comes back from memory is not busy any more.
addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach((form) => form.removeAttribute("aria-busy")));

// "Discard what you typed?" when somebody goes back; the browser asks by itself when the page is closed.
const ask = document.getElementById("discard");
document.querySelector("[data-back]")?.addEventListener("click", (event) => {
  if (!dirty.size || !ask) return;
  event.preventDefault();
  ask.querySelector("a").href = event.currentTarget.href;
  ask.showPopover();
});
ask?.querySelector("a").addEventListener("click", () => dirty.clear());
addEventListener("beforeunload", (event) => {
  if (dirty.size) event.preventDefault();
});

// A suggested name follows what is chosen, and fills the field when it is tapped.
for (const button of document.querySelectorAll("[data-suggest]")) {
  const form = button.form;
  const field = form.elements.namedItem(button.dataset.suggest);
  const names = () => [...form.querySelectorAll("[data-chosen] [data-name]")].map((chosen) => chosen.dataset.name);
  const suggestion = () => [...names().join("+")].slice(0, 40).join("");
  const refresh = () => {
    button.hidden = !suggestion();
    button.querySelector("span").textContent = suggestion();
  };
  button.addEventListener("click", (event) => {
    event.preventDefault();
    field.value = suggestion();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  form.addEventListener("chosen", refresh);
  refresh();
}
