const url = new URL('../inter-western.woff2', import.meta.url).href;

/**
 * Loads the font of text. Apps call it when their scripts run: text appears after them, and on slow connections the font
 * would delay them.
 */
export function loadTextFont(): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'font';
  link.type = 'font/woff2';
  link.crossOrigin = '';
  link.href = url;
  document.head.append(link);
}
