// Messages on this device. Nothing is asked until somebody taps; what there is to say stands in the page, and one of it is shown.
import { nameOf, register } from "./worker.js";

const panel = document.querySelector("[data-push]");

const say = (state) => {
  for (const one of panel.querySelectorAll("[data-state]")) one.toggleAttribute("data-now", one.dataset.state === state);
};

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const rowOf = (name) => document.querySelector(`[data-device="${name}"]`);

const subscription = async () => (await register(panel.dataset)).pushManager.getSubscription();

// What is really so: a browser that is subscribed, and a house that knows of it.
const look = async () => {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return say("unsupported");
  if (Notification.permission === "denied") return say("denied");
  // Who was never asked has no subscription, and need not wait for a look at it.
  if (Notification.permission === "default") return say("off");
  const known = await subscription();
  const row = known && rowOf(await nameOf(known));
  if (row) row.querySelector("[data-here]").hidden = false;
  return say(row ? "on" : "off");
};

const turnOn = async () => {
  if ((await Notification.requestPermission()) !== "granted") return look();
  const worker = await register(panel.dataset);
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytes(panel.dataset.key) };
  // A subscription to another house's key is of no use to this one.
  const before = await worker.pushManager.getSubscription();
  const made = await worker.pushManager.subscribe(options).catch(async (refused) => {
    if (!before) throw refused;
    await before.unsubscribe();
    return worker.pushManager.subscribe(options);
  });
  const { endpoint, keys } = made.toJSON();
  const form = document.querySelector("[data-push-form]");
  for (const [name, value] of Object.entries({ endpoint, p256dh: keys.p256dh, auth: keys.auth })) form.elements.namedItem(name).value = value;
  return form.requestSubmit();
};

const turnOff = async () => {
  const known = await subscription();
  if (!known) return look();
  const row = rowOf(await nameOf(known));
  await known.unsubscribe();
  return row ? row.querySelector("form").requestSubmit() : look();
};

if (panel) {
  const trying = (action) => () => action().catch(() => say("failed"));
  panel.querySelector("[data-push-on]").addEventListener("click", trying(turnOn));
  panel.querySelector("[data-push-off]").addEventListener("click", trying(turnOff));
  trying(look)();
}

// Who signs out here gets no messages here any more: the house is told which device this is, and the browser leaves its push service. A browser
// that takes long about it keeps nobody signed in.
const leave = async (form) => {
  const worker = await navigator.serviceWorker.getRegistration(form.dataset.scope);
  const known = await worker?.pushManager?.getSubscription();
  if (!known) return;
  form.elements.namedItem("device").value = await nameOf(known);
  await known.unsubscribe();
};

const signOut = document.querySelector("[data-sign-out]");
if (signOut && "serviceWorker" in navigator) {
  signOut.addEventListener("submit", (event) => {
    event.preventDefault();
    const patience = new Promise((done) => setTimeout(done, 2000));
    Promise.race([leave(signOut).catch(() => {}), patience]).then(() => signOut.submit());
  });
}
