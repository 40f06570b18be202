// One step at a time, timers that outlive the screen going dark, and a screen that does not.
const root = document.querySelector("[data-cooking]");
const steps = [...root.querySelectorAll("[data-step]")];
const bar = root.querySelector("[data-cook-bar]");
const done = root.querySelector(".cooked-form");
const key = `kondate-cooking-${root.dataset.cooking}`;

// Where somebody is and when each timer ends are kept by the browser: a phone that slept, or a page that was loaded again, goes on from there.
const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
};
const keep = (change) => {
  try {
    localStorage.setItem(key, JSON.stringify({ ...kept(), ...change }));
  } catch {
    // In a private window nothing is kept, and the page works all the same.
  }
};

let now = 0;
const go = (to) => {
  now = Math.max(0, Math.min(steps.length - 1, to));
  steps.forEach((step, at) => step.toggleAttribute("data-now", at === now));
  bar.querySelector("[data-previous]").disabled = now === 0;
  // A dish is done when its last step is: until then a wet thumb finds nothing that ends it.
  const isLast = now === steps.length - 1;
  bar.querySelector("[data-next]").disabled = isLast;
  if (done) [bar.querySelector("[data-next]").hidden, done.hidden] = [isLast, !isLast];
  keep({ step: now, at: Date.now() });
};

// Yesterday's place is nobody's today.
const DAY = 12 * 60 * 60 * 1000;
const before = kept();
if (!before.at || Date.now() - before.at > DAY) keep({ step: 0, ends: {} });

bar.querySelector("[data-previous]").addEventListener("click", () => go(now - 1));
bar.querySelector("[data-next]").addEventListener("click", () => go(now + 1));
addEventListener("keydown", (event) => {
  if (event.target.closest("input, button, summary, a")) return;
  if (event.key === "ArrowRight") go(now + 1);
  if (event.key === "ArrowLeft") go(now - 1);
});
go(kept().step ?? 0);

// Timers: what is kept is when they end, so that nothing has to tick while the screen is dark.
const shown = root.querySelector("[data-timers]");
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
let sound;
const ring = () => {
  navigator.vibrate?.([300, 150, 300, 150, 300]);
  if (!sound) return;
  for (const at of [0, 0.4, 0.8]) {
    const [tone, volume] = [sound.createOscillator(), sound.createGain()];
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(0.25, sound.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + at + 0.35);
    tone.connect(volume).connect(sound.destination);
    tone.start(sound.currentTime + at);
    tone.stop(sound.currentTime + at + 0.4);
  }
};
const rung = new Set();
const tick = () => {
  const ends = kept().ends ?? {};
  const chips = [];
  for (const button of root.querySelectorAll("[data-timer]")) {
    const step = button.closest("[data-step]").dataset.step;
    const label = button.querySelector("span");
    const end = ends[step];
    button.toggleAttribute("data-running", Boolean(end));
    if (!end) {
      label.textContent = button.dataset.start;
      continue;
    }
    const left = Math.ceil((end - Date.now()) / 1000);
    if (left <= 0 && !rung.has(step)) {
      rung.add(step);
      ring();
    }
    label.textContent = left > 0 ? `${clock(left)} · ${button.dataset.stop}` : root.dataset.ended;
    const chip = document.createElement("a");
    chip.href = `#step-${step}`;
    chip.className = left > 0 ? "" : "ended";
    chip.textContent = left > 0 ? `${step} · ${clock(left)}` : `${step} · ${root.dataset.ended}`;
    chip.addEventListener("click", (event) => {
      event.preventDefault();
      go(Number(step) - 1);
    });
    chips.push(chip);
  }
  shown.hidden = !chips.length;
  shown.replaceChildren(...chips);
};
for (const button of root.querySelectorAll("[data-timer]")) {
  button.addEventListener("click", () => {
    const step = button.closest("[data-step]").dataset.step;
    const ends = { ...kept().ends };
    if (ends[step]) delete ends[step];
    else ends[step] = Date.now() + Number(button.dataset.timer) * 60_000;
    rung.delete(step);
    keep({ ends });
    // Browsers let a page make a sound after somebody has touched it.
    sound ??= window.AudioContext ? new AudioContext() : undefined;
    tick();
  });
}
setInterval(tick, 500);
tick();

// The screen stays on while it is looked at.
let lock;
const stayAwake = async () => {
  if (document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // A phone that saves its battery says no.
  }
};
document.addEventListener("visibilitychange", () => {
  tick();
  if (!lock || lock.released) stayAwake();
});
stayAwake();
