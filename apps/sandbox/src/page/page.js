// Shows every time in the reader's own time zone.
const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
for (const element of document.querySelectorAll('time[datetime]')) {
  const at = new Date(element.getAttribute('datetime'));
  if (!Number.isNaN(at.getTime())) element.textContent = format.format(at);
}
