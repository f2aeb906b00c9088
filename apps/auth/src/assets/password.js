// Toggles password visibility. Without this script the buttons stay hidden and the forms work the
// same.
for (const button of document.querySelectorAll('.eye')) {
  const input = document.getElementById(button.getAttribute('aria-controls'));
  button.hidden = false;
  button.addEventListener('click', () => {
    const shown = input.type === 'password';
    input.type = shown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(shown));
  });
  input.form?.addEventListener('submit', () => {
    input.type = 'password';
  });
}
