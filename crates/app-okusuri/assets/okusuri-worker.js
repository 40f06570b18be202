// Shows reminders, logs a day by a tap on one, and keeps the page for who has no network. Nothing of anybody's health is kept here.
//
// A script of the older kind, not a module: not every browser that can be reminded takes a module for a worker.
const base = new URL("./", self.location);
const home = new URL("../okusuri", base).href;
const offline = new URL("offline", base).href;
const KEPT = "okusuri-offline-1";
// The house's own picture: what the app is about is nobody's business who looks at the screen. Any version of an asset will do.
const icon = new URL("../assets/worker/house-192.png", base).href;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT);
    await cache.add(new Request(offline, { cache: "reload", credentials: "omit" }));
  };
  // Reminders work without that page too.
  event.waitUntil(keep().catch(() => {}).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith("okusuri-") && name !== KEPT) await caches.delete(name);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// Only pages, and only to have something to show where there is no network. Forms go their own way.
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  const answer = async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(event.request));
    } catch {
      return (await caches.match(offline)) ?? Response.error();
    }
  };
  event.respondWith(answer());
});

const show = (title, options) => self.registration.showNotification(title, { icon, badge: icon, tag: "medication-reminder", ...options });

self.addEventListener("push", (event) => {
  const { title, body, log, open, logged, pass } = event.data?.json() ?? {};
  if (!title) return;
  const actions = [{ action: "open", title: open }];
  // Where there is a pass, there is a day to log. In a pause there is none.
  if (pass && log) actions.unshift({ action: "log", title: log });
  event.waitUntil(show(title, { body, actions, renotify: true, vibrate: [200, 100, 200], data: { title, logged, pass } }));
});

const openHome = async () => {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const ours = pages.find((page) => page.url === home || page.url.startsWith(base.href));
  if (!ours) return self.clients.openWindow(home);
  const page = await ours.focus().catch(() => ours);
  // A page that is not controlled yet cannot be led; it is in front at least.
  return page.url === home ? page : page.navigate(home).catch(() => page);
};

// The pass is enough: whoever is signed in on this device, or not, it logs the day of whom the reminder was for.
const logDay = async ({ title, logged, pass }) => {
  const answer = await fetch(new URL("reminder/log", base), {
    method: "POST",
    credentials: "omit",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pass }),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  await show(title, { body: logged, silent: true });
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { data } = event.notification;
  event.waitUntil(event.action === "log" && data?.pass ? logDay(data).catch(openHome) : openHome());
});

// A browser may give its subscription another address by itself; the house is told, in the name of who is signed in.
self.addEventListener("pushsubscriptionchange", (event) => {
  const renew = async () => {
    const options = event.oldSubscription?.options;
    const made = event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
    if (!made) return;
    const { endpoint, keys } = made.toJSON();
    const old = event.oldSubscription?.endpoint;
    const digest = old && new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(old))).slice(0, 16);
    const before = digest && btoa(String.fromCharCode(...digest)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    await fetch(new URL("devices/renew", base), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth, before: before || null }),
    });
  };
  event.waitUntil(renew());
});
