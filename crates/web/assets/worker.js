// The house's one worker, for pages that need it: it shows messages, and keeps a page for who has no network.

// The house knows a device by the first half of a digest of its address.
export const nameOf = async ({ endpoint }) => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  const text = btoa(String.fromCharCode(...new Uint8Array(digest).slice(0, 16)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

// An app had a worker of its own before the house had one. What came to that comes to this one from now on; if that cannot be, the older one
// goes on as it did.
const takeOver = async (made, earlier, renew) => {
  const old = await navigator.serviceWorker.getRegistration(earlier);
  if (!old || old.scope === made.scope) return;
  const had = await old.pushManager?.getSubscription();
  if (had) {
    const moved = await made.pushManager.subscribe(had.options);
    const { endpoint, keys } = moved.toJSON();
    const body = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth, before: await nameOf(had) });
    const answer = await fetch(renew, { method: "POST", headers: { "content-type": "application/json" }, body });
    if (!answer.ok) return;
  }
  await old.unregister();
};

export const register = async ({ worker, scope, earlier, renew }) => {
  const made = await navigator.serviceWorker.register(worker, { scope });
  if (earlier) await takeOver(made, earlier, renew).catch(() => {});
  return made;
};
