// Lists grow as you scroll: the link to the next page is followed when it comes into view, and its items are put in its place.
const grow = async (link) => {
  if (link.getAttribute("aria-busy") === "true") return;
  link.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const list = document.getElementById(link.dataset.more);
    const known = new Set([...list.querySelectorAll("[data-id]")].map((item) => item.dataset.id));
    // A list that is sorted by what changes may show one thing twice; the page does not.
    // A page of a search may have found nothing and still lead on.
    const found = page.getElementById(link.dataset.more)?.children ?? [];
    const items = [...found].filter((item) => !known.has(item.dataset.id));
    list.append(...items.map((item) => document.adoptNode(item)));
    const next = page.querySelector(`[data-more="${link.dataset.more}"]`);
    if (next) {
      link.href = next.getAttribute("href");
      link.removeAttribute("aria-busy");
      // A page that filled less than the screen leaves the link in view, where nothing would notice it again.
      watcher.unobserve(link);
      watcher.observe(link);
    } else {
      link.closest(".more").remove();
    }
  } catch {
    // The link stays, and can be tapped.
    link.removeAttribute("aria-busy");
    watcher.unobserve(link);
  }
};

const watcher = new IntersectionObserver(
  (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => grow(entry.target)),
  { rootMargin: "400px" },
);
for (const link of document.querySelectorAll("a[data-more]")) {
  watcher.observe(link);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    grow(link);
  });
}

// A list beside what was chosen of it begins where that is. Only the list scrolls: the page stays at its head.
for (const list of document.querySelectorAll("[data-beside]")) {
  const here = list.querySelector("[aria-current]");
  if (here) list.scrollTop = here.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
}
