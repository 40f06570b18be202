// A picture is made small on the device, shown at once, and sent while the rest of the form is filled in.
const LONGEST = 1600;

const resized = async (file) => {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const paper = canvas.getContext("2d");
  // What is transparent becomes paper, not black.
  paper.fillStyle = "#fff";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/jpeg", 0.86));
};

for (const field of document.querySelectorAll("[data-picture]")) {
  const part = (name) => field.querySelector(`[data-picture-${name}]`);
  const [file, key, frame, status, retry, clear] = ["file", "key", "frame", "status", "retry", "clear"].map(part);
  const form = field.closest("form");
  let shown, pending, chosen, turn = 0;

  const show = (address) => {
    if (shown) URL.revokeObjectURL(shown);
    shown = address;
    frame.hidden = !address;
    if (address) frame.querySelector("img").src = address;
  };
  const say = (what, isWrong = false) => {
    status.textContent = what ?? "";
    status.className = isWrong ? "fault" : "soft";
  };

  const send = async (mine = ++turn) => {
    retry.hidden = true;
    say(field.dataset.sending);
    field.dataset.state = "sending";
    const body = new FormData();
    // Where somebody is signed in, the form's token says that this comes from a page of ours; what the page is about goes along.
    if ("signed" in field.dataset) {
      for (const hidden of form.querySelectorAll(":scope > input[type=hidden]")) body.append(hidden.name, hidden.value);
    }
    body.append("file", chosen, "picture.jpg");
    try {
      const answer = await fetch(field.dataset.upload, { method: "POST", body });
      const told = await answer.json();
      if (mine !== turn) return;
      const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429;
      if (isRefused) {
        // The same picture would be refused again. It stays chosen, so that the form is not sent without it by accident.
        field.dataset.state = "refused";
        show(null);
        say(field.getAttribute(`data-error-${told.code.replace(".", "-")}`) ?? field.dataset.failed, true);
        return;
      }
      if (!answer.ok) throw new Error(told.code);
      key.value = told.imageKey;
      // It is there already: the form does not carry it a second time.
      file.value = "";
      field.dataset.state = "sent";
      say(field.dataset.sent);
    } catch {
      if (mine !== turn) return;
      field.dataset.state = "failed";
      say(field.dataset.failed, true);
      retry.hidden = false;
    }
  };

  const take = async (picture) => {
    // From here on whatever was chosen before is of no interest, even if it is still on its way.
    const mine = ++turn;
    field.dataset.state = "sending";
    // Not every picture is one that this browser reads: the server then says what it thinks of it.
    const small = await resized(picture).catch(() => null);
    if (mine !== turn) return;
    chosen = small ?? picture;
    show(small && URL.createObjectURL(small));
    await send(mine);
  };
  file.addEventListener("change", () => {
    if (!file.files.length) return;
    clear.hidden = false;
    pending = take(file.files[0]);
  });
  // A picture that came back with the form can be taken away as well.
  if (key.value) {
    clear.hidden = false;
  }
  retry.addEventListener("click", () => { pending = send(); });
  clear.addEventListener("click", () => {
    turn++;
    file.value = "";
    key.value = "";
    show(null);
    say(null);
    retry.hidden = true;
    clear.hidden = true;
    delete field.dataset.state;
    const keep = form.elements.namedItem("removePicture");
    if (keep) keep.checked = true;
  });
  // Whoever is quicker than the picture waits for it.
  form.addEventListener("submit", (event) => {
    if (field.dataset.state !== "sending") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const button = event.submitter;
    pending.then(() => { if (field.dataset.state === "sent") form.requestSubmit(button); });
  }, { capture: true });
}
