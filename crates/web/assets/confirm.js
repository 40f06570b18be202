// Dialogs open without a script; with one, the page behind them does not move and Escape gives the focus back.
for (const dialog of document.querySelectorAll("dialog[popover]")) {
  let opener;
  dialog.addEventListener("beforetoggle", (event) => {
    if (event.newState === "open") opener = document.activeElement;
  });
  dialog.addEventListener("toggle", (event) => {
    document.documentElement.toggleAttribute("data-still", event.newState === "open");
    if (event.newState === "closed") opener?.focus();
  });
}
