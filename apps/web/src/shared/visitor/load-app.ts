/** The app in the place of a page for visitors, by the files that the build wrote into it: its styles first, so that it never shows without them. */
export async function loadApp(): Promise<void> {
  const { script, styles } = JSON.parse(document.getElementById('troupe-app')?.textContent || '{}') as {
    script: string;
    styles: string[];
  };
  addLink('modulepreload', script);
  await Promise.all(styles.map((style) => addLink('stylesheet', style)));
  await import(/* @vite-ignore */ script);
}

function addLink(rel: string, href: string): Promise<void> {
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), {
      rel,
      href,
      onload: resolve,
      onerror: resolve,
    });
    document.head.append(link);
  });
}
