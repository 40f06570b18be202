// Passwords: one can look at what one types, and is told what would make a new one better. Nothing here keeps anybody from anything.
for (const button of document.querySelectorAll("[data-reveal]")) {
  const field = document.getElementById(button.dataset.reveal);
  const show = (is) => {
    field.type = is ? "text" : "password";
    button.textContent = is ? button.dataset.hide : button.dataset.show;
    button.setAttribute("aria-label", is ? button.dataset.hideNamed : button.dataset.showNamed);
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    show(field.type === "password");
    field.focus();
  });
  // What is sent is a password again: a browser would otherwise offer it as a text the next time.
  field.form.addEventListener("submit", () => show(false));
  show(false);
}

// Each the same as the one before, or the next of it.
const isOneStep = (letters) => [-1, 0, 1].some((step) => letters.every((letter, at) => !at || letter.codePointAt(0) - letters[at - 1].codePointAt(0) === step));

// What would help most, as the name of a message.
const advice = (text, known) => {
  const letters = [...text];
  const small = text.toLowerCase();
  if (!letters.length) return "";
  if (letters.length < 12) return "short";
  if (known.some((word) => word.length >= 3 && small.includes(word))) return "yours";
  if (isOneStep([...small]) || new Set(small).size < 6) return "repeated";
  if (/^[\d\s\p{P}\p{S}]+$/u.test(text)) return "digits";
  return letters.length < 16 ? "fine" : "good";
};

for (const hint of document.querySelectorAll("[data-strength]")) {
  const field = document.getElementById(hint.dataset.strength);
  const others = () => ["name", "email", "username"].flatMap((name) => (field.form.elements.namedItem(name)?.value ?? "").toLowerCase().split(/[@\s]/));
  let timer;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    // Who types is not interrupted at every letter.
    timer = setTimeout(() => {
      const is = advice(field.value, others());
      hint.dataset.is = is;
      hint.textContent = is ? hint.dataset[is].replace("{n}", 12 - [...field.value].length) : "";
    }, 300);
  });
}
