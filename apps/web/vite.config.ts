import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractOnTheWire } from './vite/contract-on-the-wire.ts';
import { developmentConfig } from './vite/development-config.ts';
import { preloadFont } from './vite/preload-font.ts';
import { shakableSchemas } from './vite/shakable-schemas.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    contractOnTheWire(),
    shakableSchemas(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A screen's loader comes with the screen: its queries are no part of what everybody loads first.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['errorComponent']] },
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    developmentConfig(),
    preloadFont('inter-latin-wght-normal'),
  ],
  server: { host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT ?? 3000), strictPort: true },
  build: {
    target: 'es2023',
    sourcemap: process.env.SOURCEMAP === '1',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Libraries change seldom and stay cached; parts that many screens share travel together. Few larger
        // files compress better than many small ones.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core))\//,
            },
            {
              name: 'common',
              test: /packages\/ui\/src|apps\/web\/src\/shared|@tabler|@mantine\/hooks/,
              minShareCount: 6,
            },
          ],
        },
      },
    },
  },
});
