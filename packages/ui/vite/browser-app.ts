import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { contractOnTheWire } from './contract-on-the-wire.ts';
import { developmentConfig } from './development-config.ts';
import { preloadFont } from './preload-font.ts';
import { shakableSchemas } from './shakable-schemas.ts';

/**
 * What the builds of our browser apps have in common.
 * @param root folder of the app
 * @param developmentPort where `vite dev` listens unless `PORT` says otherwise
 */
export function browserApp(root: string, developmentPort: number): UserConfig {
  return {
    root,
    publicDir: path.join(import.meta.dirname, '..', 'public'),
    plugins: [
      contractOnTheWire(),
      shakableSchemas(),
      react(),
      developmentConfig(),
      preloadFont('inter-latin-wght-normal'),
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
