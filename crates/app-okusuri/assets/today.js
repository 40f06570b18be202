import { register } from "./worker.js";

// Today ends while a page lies open: it is loaded anew when somebody looks at it on another day.
const page = document.querySelector("[data-day]");
if (page) {
  const today = () => new Intl.DateTimeFormat("sv-SE", { timeZone: page.dataset.zone || undefined }).format();
  const look = () => {
    if (document.visibilityState === "visible" && today() !== page.dataset.day) location.reload();
  };
  document.addEventListener("visibilitychange", look);
  // A page that comes back from memory.
  addEventListener("pageshow", (event) => {
    if (event.persisted) look();
  });
}

// The page for who has no network is kept by the worker. It needs an address that browsers trust.
if (page && "serviceWorker" in navigator) register(page.dataset).catch(() => {});

// Paper is asked for by the browser's own dialog, which only a script can open.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
