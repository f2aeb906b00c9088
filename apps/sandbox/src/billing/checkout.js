// Runs on the checkout and portal pages: fills in test cards, submits a form once, and reports
// events to the opener or parent frame.
const { event, id, framed } = document.body.dataset;
const opener = window.parent !== window ? window.parent : window.opener;

const tell = (name) => {
  if (framed && opener) opener.postMessage({ source: 'sandbox-billing', event: name, id }, '*');
};
if (event) tell(event);

document.addEventListener('click', (click) => {
  const button = click.target instanceof Element ? click.target.closest('button') : null;
  if (!button) return;
  if (button.dataset.close !== undefined) tell('close');
  if (button.dataset.card !== undefined) {
    const form = document.querySelector('form:has([name="number"])');
    if (!form) return;
    form.elements.number.value = button.dataset.card;
    form.elements.expiry.value = `12/${String(new Date().getFullYear() + 3).slice(-2)}`;
    form.elements.cvv.value = '123';
    form.querySelector('button')?.focus();
  }
});

document.addEventListener('keydown', (key) => {
  if (key.key === 'Escape') tell('close');
});

for (const form of document.querySelectorAll('form[data-once]')) {
  form.addEventListener('submit', () => {
    const button = form.querySelector('button');
    // After the form has read its own button.
    setTimeout(() => {
      if (button) button.disabled = true;
    });
  });
}
