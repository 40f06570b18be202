// Where Okusuri's own worker stood before the house had one. Browsers that were registered here find the house's, until a page moves them.
self.houseTop = "../";
importScripts("../worker.js");

// The page that the older one kept.
self.addEventListener("activate", (event) => event.waitUntil(caches.delete("okusuri-offline-1")));
