import type { Plugin } from 'vite';

/** Under `vite dev` fills in the runtime configuration that the web server injects in production. */
export function developmentConfig(): Plugin {
  return {
    name: 'troupe-development-config',
    apply: 'serve',
    transformIndexHtml(html) {
      const config = process.env.TROUPE_CONFIG ?? '{}';
      return html.replace(
        /(<script type="application\/json" id="troupe-config">)[^<]*/,
        (_, open: string) => open + config.replaceAll('<', '\\u003c'),
      );
    },
  };
}
