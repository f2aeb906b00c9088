// Shows times in the local time zone, and submits control page forms as JSON.
const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
for (const element of document.querySelectorAll('time[datetime]')) {
  const at = new Date(element.getAttribute('datetime'));
  if (!Number.isNaN(at.getTime())) element.textContent = format.format(at);
}

for (const form of document.querySelectorAll('form[data-method]')) {
  form.addEventListener('submit', async (submit) => {
    submit.preventDefault();
    const body = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
    const address = form.getAttribute('action').replace(/\{(\w+)\}/g, (_, name) => {
      const value = body[name] ?? '';
      delete body[name];
      return encodeURIComponent(value);
    });
    const answer = await fetch(address, {
      method: form.dataset.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.ok) return location.reload();
    const problem = await answer.json().catch(() => ({}));
    const alert = document.querySelector('p[role=alert]');
    alert.hidden = false;
    alert.textContent =
      Object.values(problem.fields ?? {}).join(' ') || problem.message || problem.errors || answer.statusText;
  });
}
