// Sets the chosen colour scheme before the first paint.
try {
  const choice = localStorage.getItem('troupe-color-scheme');
  if (choice === 'light' || choice === 'dark') {
    document.documentElement.setAttribute('data-color-scheme', choice);
  }
} catch {
  // Without storage the system decides.
}
