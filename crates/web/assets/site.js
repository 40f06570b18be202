// What makes the pages pleasant. Each works without it.
import "./confirm.js";
import "./copy.js";
import "./forms.js";
import "./lists.js";
import "./order.js";
import "./passwords.js";
import "./phrases.js";
import "./pictures.js";

document.documentElement.dataset.scripted = "";

// The day is the visitor's own: the zone travels in a cookie, which the server believes for "today" alone.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const told = `chabudai_zone_told=${encodeURIComponent(zone)}`;
if (zone && !document.cookie.includes(told)) {
  const path = new URL("../../", import.meta.url).pathname;
  document.cookie = `${told}; Path=${path}; Max-Age=34560000; SameSite=Lax`;
}

// A toast can be closed. One with which nothing can be undone goes by itself; its style sees to that.
for (const toast of document.querySelectorAll("[data-toast]")) {
  const close = toast.querySelector("[data-toast-close]");
  close.hidden = false;
  close.addEventListener("click", () => toast.remove());
  if (!toast.querySelector("form")) toast.addEventListener("animationend", () => toast.remove());
}

// A slash leads to the search of the house, from wherever nothing is being typed.
const search = document.querySelector("[data-search]");
if (search)
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    location.assign(search.href);
  });

// The address of a wardrobe goes to another device by the phone's own sharing, or by the clipboard.
for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.share);
    try {
      if (navigator.share) await navigator.share({ url: field.value });
      else {
        await navigator.clipboard.writeText(field.value);
        button.querySelector("span").textContent = button.dataset.copied;
      }
    } catch {
      field.select();
    }
  });
}
