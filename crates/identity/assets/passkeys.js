// Passkeys. A form that needs one stays hidden where the browser has none; what there is to say stands in the page, and is shown or not.
const encode = (buffer) => {
  const text = btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const descriptors = (list) => (list ?? []).map((one) => ({ ...one, id: decode(one.id) }));

// Browsers have functions for this, but not those of a few years ago.
const ask = {
  create: async (given) => {
    const user = { ...given.user, id: decode(given.user.id) };
    const excludeCredentials = descriptors(given.excludeCredentials);
    const publicKey = { ...given, challenge: decode(given.challenge), user, excludeCredentials };
    const made = await navigator.credentials.create({ publicKey });
    const { clientDataJSON, attestationObject } = made.response;
    return { id: made.id, type: made.type, response: { clientDataJSON: encode(clientDataJSON), attestationObject: encode(attestationObject) } };
  },
  get: async (given) => {
    const allowCredentials = descriptors(given.allowCredentials);
    const publicKey = { ...given, challenge: decode(given.challenge), allowCredentials };
    const used = await navigator.credentials.get({ publicKey });
    const { clientDataJSON, authenticatorData, signature, userHandle } = used.response;
    const response = { clientDataJSON: encode(clientDataJSON), authenticatorData: encode(authenticatorData), signature: encode(signature) };
    if (userHandle?.byteLength) response.userHandle = encode(userHandle);
    return { id: used.id, type: used.type, response };
  },
};

const optionsOf = async (form) => {
  const body = new URLSearchParams({ token: form.elements.namedItem("token").value });
  const answer = await fetch(form.dataset.options, { method: "POST", headers: { accept: "application/json" }, body });
  // What is refused is told by the page that the form leads to.
  if (answer.status === 403) form.submit();
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).publicKey;
};

const prepare = (form) => {
  const say = (name, shown) => {
    const words = document.querySelector(`[data-passkey-${name}]`);
    words?.toggleAttribute("hidden", !shown);
    words?.toggleAttribute("data-shown", shown);
  };
  // A passkey is for one domain: at another name of the same machine the browser would refuse to make or use it.
  const here = location.hostname === form.dataset.domain;
  const able = window.isSecureContext && "PublicKeyCredential" in window;
  say("unsupported", !able && here);
  say("elsewhere", !here);
  if (!able || !here) return form.remove();
  form.hidden = false;
  const button = form.querySelector("button");
  form.addEventListener("submit", async (event) => {
    const credential = form.elements.namedItem("credential");
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    for (const name of ["failed", "known"]) say(name, false);
    try {
      credential.value = JSON.stringify(await ask[form.dataset.passkey](await optionsOf(form)));
      form.submit();
    } catch (error) {
      say(error.name === "InvalidStateError" ? "known" : "failed", true);
      button.disabled = false;
    }
  });
  // Back from another page, by the browser's own button.
  addEventListener("pageshow", () => { button.disabled = false; });
};

for (const form of document.querySelectorAll("[data-passkey]")) prepare(form);
