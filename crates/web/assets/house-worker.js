// Shows messages of every app, does by a tap what one offers, and keeps the page for who has no network. Nothing of anybody is kept here.
//
// A script of the older kind, not a module: not every browser that can be reminded takes a module for a worker.
// The top of the house. A worker that stands elsewhere, from before the house had one of its own, says where that is.
const root = new URL(self.houseTop ?? "./", self.location);
const at = (path) => new URL(path.replace(/^\//, ""), root).href;
const offline = at("offline");
const KEPT = "house-offline-1";
// The house's own picture: what the app is about is nobody's business who looks at the screen. Any version of an asset will do.
const icon = at("assets/worker/house-192.png");

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT);
    await cache.add(new Request(offline, { cache: "reload", credentials: "omit" }));
  };
  // Messages arrive without that page too.
  event.waitUntil(keep().catch(() => {}).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith("house-offline-") && name !== KEPT) await caches.delete(name);
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

const show = (title, options) => self.registration.showNotification(title, { icon, badge: icon, ...options });

self.addEventListener("push", (event) => {
  const { title, body, log, open, logged, pass, act, page = "", tag = "message" } = { ...self.houseEarlier, ...event.data?.json() };
  if (!title) return;
  const actions = [{ action: "open", title: open }];
  // Where there is a pass, there is something to do at once.
  if (pass && log && act) actions.unshift({ action: "act", title: log });
  event.waitUntil(show(title, { body, actions, tag, renotify: true, vibrate: [200, 100, 200], data: { title, logged, pass, act, page, tag } }));
});

// A page of the app that is open comes to the front; otherwise it is opened.
const openPage = async (path = "") => {
  const wanted = at(path);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const ours = pages.find((page) => page.url === wanted || page.url.startsWith(`${wanted}/`));
  if (!ours) return self.clients.openWindow(wanted);
  const page = await ours.focus().catch(() => ours);
  // A page that is not controlled yet cannot be led; it is in front at least.
  return page.url === wanted ? page : page.navigate(wanted).catch(() => page);
};

// The pass is enough: whoever is signed in on this device, or not, it is done for whom the message was for.
const actAtOnce = async ({ title, logged, pass, act, page, tag }) => {
  const answer = await fetch(at(act), {
    method: "POST",
    credentials: "omit",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pass }),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  await show(title, { body: logged, silent: true, tag, data: { page } });
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const data = { ...self.houseEarlier, ...event.notification.data };
  const opened = () => openPage(data.page);
  // What an older worker has shown calls it `log`.
  event.waitUntil(["act", "log"].includes(event.action) && data.pass && data.act ? actAtOnce(data).catch(opened) : opened());
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
    await fetch(at("account/devices/renew"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth, before: before || null }),
    });
  };
  event.waitUntil(renew());
});
