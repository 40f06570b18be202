// What makes the list and the forms of the kitchen pleasant. Each works without it.

// Ticks are sent in the background, and the list is shown as the server has it: two people may tick at once.
const region = () => document.getElementById("shopping");

// Of several answers the one that was asked for last is shown: an older one may come later.
let asked = 0, shown = 0;

// Whoever has been signed out elsewhere is told so, and stays where they are: what they tapped is not kept, and looks as it did.
const away = () => {
  const old = region();
  if (!old || document.querySelector("[data-signed-out]")) return;
  const told = document.createElement("div");
  told.className = "toast failed";
  told.setAttribute("role", "alert");
  told.dataset.signedOut = "";
  const [text, link] = [document.createElement("p"), document.createElement("a")];
  text.textContent = old.dataset.away;
  // The page itself leads to the sign-in, and from there back.
  link.href = location.href;
  link.className = "plain button";
  link.textContent = old.dataset.signIn;
  told.append(text, link);
  document.querySelectorAll("[data-toast]").forEach((toast) => toast.remove());
  document.querySelector(".sheet").append(told);
};
// A form of who is not signed in is sent on to where it is shown again, a page to the sign-in.
const isAway = (answer) => answer.status === 401 || (answer.redirected && /\/(sign-in|send-again)$/.test(new URL(answer.url).pathname));

const show = async (answer, nth) => {
  if (isAway(answer)) return away();
  if (!answer.ok) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (nth < shown) return;
  shown = nth;
  const [old, fresh] = [region(), page.getElementById("shopping")];
  if (!old || !fresh) return location.assign(answer.url);
  if (old.dataset.live !== fresh.dataset.live || page.querySelector("[data-toast]")) {
    const row = document.activeElement?.closest("[data-id]");
    // Whoever ticks goes on with the next line, and not after the ticked one down into the basket.
    const isTicked = row && fresh.querySelector(`.basket [data-id="${CSS.escape(row.dataset.id)}"]`) && !row.closest(".basket");
    const rows = [...old.querySelectorAll(".aisle:not(.basket) [data-id]")];
    const next = isTicked ? (rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1]) : row;
    const place = scrollY;
    old.replaceWith(document.adoptNode(fresh));
    if (next) region().querySelector(`[data-id="${CSS.escape(next.dataset.id)}"] button`)?.focus({ preventScroll: true });
    scrollTo({ top: place, behavior: "instant" });
    const [was, left] = [document.querySelector(".top .left"), page.querySelector(".top .left")];
    if (was && left) was.replaceWith(document.adoptNode(left));
    else was?.remove();
  }
};

let sending = 0, isMissed = false;
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-tick]");
  if (!form || !region()) return;
  event.preventDefault();
  const button = event.submitter;
  const wanted = button.value === "yes";
  // At once for the eye; what is so the server says a moment later.
  button.setAttribute("aria-pressed", String(wanted));
  const body = new URLSearchParams(new FormData(form, button));
  const store = new URLSearchParams(location.search).get("store");
  if (store) body.set("store", store);
  let answer;
  sending += 1;
  asked += 1;
  const nth = asked;
  try {
    answer = await fetch(form.action, { method: "POST", body, headers: { accept: "text/html" } });
    if (isAway(answer)) button.setAttribute("aria-pressed", String(!wanted));
  } catch {
    button.setAttribute("aria-pressed", String(!wanted));
  } finally {
    sending -= 1;
  }
  // Of several taps the last answer is shown.
  if (sending) return;
  try {
    if (answer) await show(answer, nth);
  } catch {
    // The answer broke off. What is so is asked for once more.
    isMissed = true;
  }
  if (isMissed) look();
});

// Somebody else may be ticking the same list: it is looked at again when it has changed, and now and then where nobody tells.
const AGAIN = 10_000;
const look = async () => {
  if (!region() || document.visibilityState !== "visible") return;
  // Once the taps that are under way are answered.
  isMissed = sending > 0 || !!document.querySelector(":popover-open");
  if (isMissed) return;
  asked += 1;
  const nth = asked;
  try {
    await show(await fetch(location.href, { headers: { accept: "text/html" } }), nth);
  } catch {
    // Without a network the list stays as it was.
  }
};

// The server tells when something in this kitchen changes, and when it is not theirs any more. A page that nobody looks at does not listen:
// a browser has six connections to a server, whatever it has open.
const stream = document.querySelector('meta[name="live"]');
let live, isTold = false;
const isGone = async () => {
  // A stream that is refused says nothing of why.
  const stop = new AbortController();
  try {
    const answer = await fetch(stream.content, { headers: { accept: "text/event-stream" }, signal: stop.signal });
    stop.abort();
    return answer.status === 404;
  } catch {
    return false;
  }
};
const leave = () => location.replace(stream.dataset.gone);
const listen = () => {
  if (!stream || live || document.visibilityState !== "visible") return;
  live = new EventSource(stream.content);
  live.addEventListener("here", () => { isTold = true; look(); });
  live.addEventListener("changed", look);
  live.addEventListener("gone", leave);
  live.addEventListener("error", async () => {
    isTold = false;
    // It tries again by itself, unless it was refused.
    if (live?.readyState !== EventSource.CLOSED) return;
    live = undefined;
    if (await isGone()) return leave();
    setTimeout(listen, AGAIN);
  });
};
const deafen = () => {
  live?.close();
  live = undefined;
  isTold = false;
};
document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? listen() : deafen()));
// Whoever leaves a kitchen themselves is told by the page that they go to.
addEventListener("beforeunload", () => {
  deafen();
  setTimeout(listen, AGAIN);
});
addEventListener("pagehide", deafen);
addEventListener("pageshow", listen);
listen();
if (region()) setInterval(() => (isTold && !isMissed) || look(), AGAIN);

// A recipe is read while it is typed.
for (const form of document.querySelectorAll("form[data-preview]")) {
  let waiting;
  const read = async () => {
    const body = new URLSearchParams(new FormData(form));
    body.set("preview", "yes");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "text/html" } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("read");
      if (fresh) document.getElementById("read").replaceWith(document.adoptNode(fresh));
    } catch {
      // The button asks for the same.
    }
  };
  form.addEventListener("input", (event) => {
    if (!["ingredients", "steps"].includes(event.target.name)) return;
    clearTimeout(waiting);
    waiting = setTimeout(read, 600);
  });
}

// Printing is the browser's; without a script it is in its menu.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
