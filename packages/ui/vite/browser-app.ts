import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type MessageOptions, messages } from '@troupe/i18n/vite/messages';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { contractOnTheWire, shakableSchemas } from './without-schemas.ts';

/** Preloads the text font from the head of pages that come with their text, so that it doesn't change fonts late. */
function preloadFont(name: string): Plugin {
  return {
    name: 'troupe-preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        // Text of the apps appears after their scripts, which load the font (`lib/text-font`).
        if (context.filename.endsWith('/index.html')) return [];
        const file = Object.keys(context.bundle ?? {}).find((entry) => entry.includes(name));
        if (!file) return [];
        return [
          {
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
              fetchpriority: 'low',
            },
            injectTo: 'head-prepend' as const,
          },
        ];
      },
    },
  };
}

/** Gives a public script a content hash in its name, so that it can be cached permanently. */
function hashedScript(name: string): Plugin {
  const code = readFileSync(path.join(import.meta.dirname, '..', 'public', `${name}.js`), 'utf8');
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const fileName = `assets/${name}-${hash}.js`;
  return {
    name: 'troupe-hashed-script',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: code });
    },
    transformIndexHtml: { order: 'post', handler: (html) => html.replace(`"/${name}.js"`, `"/${fileName}"`) },
  };
}

/** With `vite dev`, injects the runtime configuration that the web server adds in production. */
function developmentConfig(): Plugin {
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

/**
 * Shared build configuration of our browser apps.
 * @param root folder of the app
 * @param developmentPort port of `vite dev` unless `PORT` is set
 */
export function browserApp(
  root: string,
  developmentPort: number,
  messageOptions?: MessageOptions,
): UserConfig {
  return {
    root,
    publicDir: path.join(import.meta.dirname, '..', 'public'),
    plugins: [
      messages(root, messageOptions),
      contractOnTheWire(),
      shakableSchemas(),
      react(),
      developmentConfig(),
      hashedScript('color-scheme'),
      preloadFont('inter-western'),
    ],
    server: {
      host: process.env.HOST ?? '127.0.0.1',
      port: Number(process.env.PORT ?? developmentPort),
      strictPort: true,
    },
    build: {
      target: 'es2023',
      sourcemap: process.env.SOURCEMAP === '1',
      assetsInlineLimit: 0,
    },
  };
}
