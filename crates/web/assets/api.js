// The page of the API: narrows the operations down to those with a word in them, and opens the one that an address names.
const field = document.querySelector("[data-api-find]");
const none = document.querySelector("[data-api-none]");
const operations = [...document.querySelectorAll("details.operation")];
if (field) {
  field.hidden = false;
  field.querySelector("input").addEventListener("input", ({ target }) => {
    const words = target.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const one of operations) {
      const text = one.dataset.text.toLowerCase();
      one.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of document.querySelectorAll(".api section[data-accent]")) {
      group.hidden = words.length > 0 && !group.querySelector("details:not([hidden])");
    }
    none.hidden = operations.some((one) => !one.hidden);
  });
}
const open = () => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named?.matches("details")) named.open = true;
};
addEventListener("hashchange", open);
open();
