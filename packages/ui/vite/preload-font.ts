import type { Plugin } from 'vite';

/** Tells the browser in the page's head to fetch the text font, so that text does not change face late. */
export function preloadFont(name: string): Plugin {
  return {
    name: 'troupe-preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const file = Object.keys(context.bundle ?? {}).find((entry) => entry.includes(name));
        if (!file) return [];
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head-prepend' as const,
          },
        ];
      },
    },
  };
}
