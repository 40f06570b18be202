// Where Okusuri's own worker stood before the house had one. Browsers that were registered here find the house's, until a page moves them.
self.houseTop = "../";
// What was sent, or shown, before messages said so themselves.
self.houseEarlier = { act: "/okusuri/reminder/log", page: "/okusuri", tag: "medication-reminder" };
importScripts("../worker.js");

// The page that the older one kept.
self.addEventListener("activate", (event) => event.waitUntil(caches.delete("okusuri-offline-1")));
