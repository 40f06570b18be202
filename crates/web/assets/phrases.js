// Japanese breaks between phrases. A browser that cannot tell them apart by itself is shown where a phrase ends: before a word in kanji,
// katakana or Latin letters that follows hiragana.
const ends = /(?<=[\u3041-\u309f、。？！])(?=[\u30a1-\u30fa\u4e00-\u9fff\uff21-\uff5aA-Za-z0-9「“])/;

if (document.documentElement.lang === "ja" && !CSS.supports("word-break", "auto-phrase")) {
  for (const place of document.querySelectorAll("h1, h2, h3, legend, label, button, .button, .hint, .soft, .lead, .toast p, .segments > *, .chip, .links a, .stat span, .grid b")) {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      const phrases = text.data.split(ends);
      if (phrases.length > 1) text.replaceWith(...phrases.flatMap((phrase, at) => (at ? [document.createElement("wbr"), phrase] : [phrase])));
    }
    place.dataset.phrases = "";
  }
}
