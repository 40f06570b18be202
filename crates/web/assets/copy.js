// A text that goes to another device or into a program: by the clipboard, or by the phone's own way to hand something on.
const copy = async (field) => {
  field.select();
  // Without https a browser on another machine has no clipboard for scripts; the older way still copies what is selected.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else if (!document.execCommand("copy")) throw new Error("not copied");
};

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    try {
      await copy(field);
      button.querySelector("span").textContent = button.dataset.copied;
    } catch {
      field.select();
    }
  });
}

for (const button of document.querySelectorAll("[data-hand-on]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.share({ url: document.getElementById(button.dataset.handOn).value });
    } catch {
      // Whoever closes the list of apps has changed their mind.
    }
  });
}
