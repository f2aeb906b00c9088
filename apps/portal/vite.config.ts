import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractOnTheWire } from './vite/contract-on-the-wire.ts';
import { developmentConfig } from './vite/development-config.ts';
import { preloadFont } from './vite/preload-font.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [contractOnTheWire(), react(), developmentConfig(), preloadFont('inter-latin-wght-normal')],
  server: { host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT ?? 3001), strictPort: true },
  build: {
    target: 'es2023',
    sourcemap: process.env.SOURCEMAP === '1',
    assetsInlineLimit: 0,
  },
});
