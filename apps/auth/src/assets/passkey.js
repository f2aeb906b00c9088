// Lets passkeys submit a form. Without this script or passkey support the form stays hidden.
const toBytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
const withBytes = (list) => (list ?? []).map((one) => ({ ...one, id: toBytes(one.id) }));

async function make(question) {
  const made = await navigator.credentials.create({
    publicKey: {
      ...question,
      challenge: toBytes(question.challenge),
      user: { ...question.user, id: toBytes(question.user.id) },
      excludeCredentials: withBytes(question.excludeCredentials),
    },
  });
  return wrap(made, {
    attestationObject: toText(made.response.attestationObject),
    transports: made.response.getTransports?.() ?? [],
  });
}

async function get(question) {
  const found = await navigator.credentials.get({
    publicKey: {
      ...question,
      challenge: toBytes(question.challenge),
      allowCredentials: withBytes(question.allowCredentials),
    },
  });
  const { authenticatorData, signature, userHandle } = found.response;
  return wrap(found, {
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
    ...(userHandle ? { userHandle: toText(userHandle) } : {}),
  });
}

const wrap = ({ id, rawId, type, response }, more) => ({
  id,
  rawId: toText(rawId),
  type,
  response: { clientDataJSON: toText(response.clientDataJSON), ...more },
  clientExtensionResults: {},
});

// What the form says about each refusal, in the language of the page.
const refusals = { InvalidStateError: 'known', NotAllowedError: 'notUsed' };

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!window.PublicKeyCredential) break;
  const button = form.querySelector('button');
  const fault = form.querySelector('.error');
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    fault.hidden = true;
    button.disabled = true;
    try {
      const work = form.dataset.passkey === 'make' ? make : get;
      form.elements.answer.value = JSON.stringify(await work(JSON.parse(form.dataset.question)));
      form.submit();
    } catch (error) {
      fault.textContent = form.dataset[refusals[error.name] ?? 'unusable'];
      fault.hidden = false;
      button.disabled = false;
    }
  });
}
