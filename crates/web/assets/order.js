// What is chosen is shown in its order, and the order is changed by dragging or by the arrow keys.
for (const form of document.querySelectorAll("[data-picker]")) {
  const list = form.querySelector("[data-chosen]");
  if (!list) continue;
  const blank = form.querySelector("template");
  const head = form.querySelector("[data-chosen-head]");
  const tell = () => {
    if (head) head.hidden = !list.children.length;
    form.dispatchEvent(new Event("chosen"));
  };
  const row = (id) => list.querySelector(`[data-id="${CSS.escape(id)}"]`);

  form.addEventListener("change", (event) => {
    const box = event.target.closest("input[name=clothing]");
    if (!box) return;
    if (!box.checked) row(box.value)?.remove();
    else if (!row(box.value)) {
      const item = blank.content.firstElementChild.cloneNode(true);
      const picture = box.parentElement.querySelector("img, .shape").cloneNode(true);
      picture.removeAttribute("srcset");
      item.dataset.id = box.value;
      item.dataset.name = box.dataset.name;
      item.querySelector("input").value = box.value;
      item.querySelector("span").textContent = box.dataset.name;
      item.querySelector("span").before(picture);
      for (const button of item.querySelectorAll("button[name=move]")) {
        button.value = `${box.value}:${button.value}`;
        button.setAttribute("aria-label", button.getAttribute("aria-label").replace("{}", box.dataset.name));
      }
      list.append(item);
    }
    tell();
  });

  list.addEventListener("keydown", (event) => {
    const item = event.target.closest("li");
    if (!item || !event.target.closest(".handle")) return;
    if (event.key === "ArrowUp" && item.previousElementSibling) item.previousElementSibling.before(item);
    else if (event.key === "ArrowDown" && item.nextElementSibling) item.nextElementSibling.after(item);
    else return;
    event.preventDefault();
    event.target.focus();
    form.dispatchEvent(new Event("input", { bubbles: true }));
    tell();
  });

  list.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest(".handle");
    if (!handle) return;
    event.preventDefault();
    const item = handle.closest("li");
    item.classList.add("moving");
    const follow = (move) => {
      const over = [...list.children].find((other) => {
        const place = other.getBoundingClientRect();
        return other !== item && move.clientY > place.top && move.clientY < place.bottom;
      });
      if (!over) return;
      const place = over.getBoundingClientRect();
      if (move.clientY < place.top + place.height / 2) over.before(item);
      else over.after(item);
    };
    const leave = () => {
      item.classList.remove("moving");
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", leave);
      removeEventListener("pointercancel", leave);
      form.dispatchEvent(new Event("input", { bubbles: true }));
      tell();
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", leave);
    addEventListener("pointercancel", leave);
  });
  // The buttons that move a row by a round trip do it at once.
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=move]");
    if (!button) return;
    event.preventDefault();
    const item = button.closest("li");
    if (button.value.endsWith(":up")) item.previousElementSibling?.before(item);
    else item.nextElementSibling?.after(item);
    button.focus();
    form.dispatchEvent(new Event("input", { bubbles: true }));
    tell();
  });
  tell();
}
