import path from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { browserApp } from '@troupe/ui/vite/browser-app';
import { mergeConfig, type UserConfig } from 'vite';
import { earlyScript, isolatedEntry } from './vite/isolated-entry.ts';
import { routeFiles } from './vite/route-files.ts';
import { visitorPages } from './vite/visitor-pages.ts';

/** Texts of screens load with the screens; those of the frame and of shared parts at the start. */
const ON_DEMAND =
  /^web\/(?!shared$|routes\/-shell$)|^domain\/(account\/audit|billing\/ledger|campaigns\/agreement)$/;

/** Chunks that every screen runs as soon as they are there. */
const STARTING = /^(react|vendor|shell|common|parts|creators|campaign|opt-ins|search|lists|inbox)$/;

const own: UserConfig = {
  plugins: [
    isolatedEntry('/src/visitor.ts', 'visitor.html'),
    earlyScript('/src/early.ts'),
    routeFiles(import.meta.dirname),
    visitorPages(import.meta.dirname),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A screen's loader comes with the screen: its queries are no part of what everybody loads first.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['errorComponent']] },
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: true,
    }),
  ],
  build: {
    // Browsers that don't know the link load the same files later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Public pages are separate documents, without the app, served at their own URLs.
      input: ['index.html', 'visitor.html', 'src/early.ts'].map((page) =>
        path.join(import.meta.dirname, page),
      ),
      output: {
        // The first screen lists the files of all others, and hashes don't compress: one character less saves 0.5 kB.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Compiled as a whole while they load, beside the page's own thread, not function by function as they are called.
        postBanner: ({ name, facadeModuleId }) =>
          STARTING.test(name) || /\?tsr-split=/.test(facadeModuleId ?? '')
            ? '//# allFunctionsCalledOnLoad'
            : '',
        // Libraries change seldom and stay cached; parts that many screens share travel together. Few larger
        // files compress better than many small ones.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              // With the few lines that load other scripts: alone they would hold up a connection.
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\/|^\0vite\/preload-helper/,
            },
            {
              name: 'vendor',
              test: /node_modules\/(use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core))\//,
            },
            {
              // Whatever the first screen needs comes in one file: a request costs more than the few kilobytes in it.
              // The page of visitors keeps its own copies, and loads the app by the file of main.tsx; what Vite adds to
              // both (\0) stays apart.
              name: 'shell',
              tags: ['$initial'],
              test: (id) =>
                !/^\0|(\?alone(-early)?|\.html|\/src\/(visitor\.ts|early\.ts|main\.tsx))$/.test(id),
            },
            {
              // Forms, choices of files, progress, charts and drawings come with what shows them.
              name: 'common',
              test: /packages\/(ui|browser)\/src\/(?!chart\/|field\/(pick-list|file-choice)|content\/(troupe-)?drawing|feedback\/progress-bar)|apps\/web\/src\/shared\/(?!form\.ts|call\/field-errors\.ts|category\/|listening\/)|@tabler|@mantine\/hooks/,
              minShareCount: 8,
            },
            {
              // A request costs more than the small parts that screens share. Calls of modules that the first
              // screens don't use come with their screens.
              name: 'parts',
              test: /packages[/~](contract\/src\/(?!analytics\/|listening\/|affiliate\/|commerce\/|operations\/|outreach\/)|domain[/~]src[/~](discovery[/~]creator|campaigns[/~](invite|content-kind-name)|figure-text|problem)\.ts)(?!.*\?alone)|@tabler/,
              minShareCount: 2,
            },
            {
              name: 'creators',
              test: /modules[/~]discovery[/~](creator[/~]creator-queries|creator-list[/~](save-to-list|creator-list-(queries|address)))|shared[/~](creator[/~]|list[/~]windowed-rows|screen[/~]recruitment-frame)|routes[/~]_member[/~]-invite-step|packages\/ui\/src\/(layout\/record-card|overlay\/drawer)|domain\/src\/(csv|file-type)/,
              minShareCount: 2,
            },
            // What the first rows of one screen share with a few others: one file for each screen, with its texts.
            {
              name: 'search',
              test: /modules[/~]discovery[/~](creator[/~](creator-menu|thumbnail|search[/~](advice[/~]fit-formula|why-matched|creator-skeleton|filter-labels))|saved-search[/~])/,
              minShareCount: 2,
            },
            {
              name: 'lists',
              test: /modules[/~]discovery[/~]creator-list[/~](item-(card|changes|fields|note|status)|use-(archiving|item-saving)|creator-list-fields)|shared[/~](safety-flag|category)[/~]|ui[/~]src[/~]content[/~]status-tag/,
              minShareCount: 2,
            },
            {
              name: 'campaign',
              test: /modules[/~]campaigns[/~]campaign[/~](campaign-(address|cover|dialogs|fields|labels|menu|parts|queries)|use-campaign-status)|domain[/~]src[/~]billing[/~]usage-rights-text|ui\/src\/content\/cover-drawing/,
              minShareCount: 2,
            },
            {
              name: 'opt-ins',
              test: /modules[/~]campaigns[/~](campaign[/~](brief[/~]brief-card|campaign-(funnel|history|overview))|opt-in[/~](decided-table|opt-in\.css|opt-in-(bulk|labels|queries|table)|opt-ins-to-decide|use-opt-in-writes))|routes[/~]_member[/~]-campaign-overview|domain\/src\/(account\/ability|campaigns\/opt-in)\.ts/,
              minShareCount: 2,
            },
            {
              name: 'inbox',
              test: /modules[/~]inbox[/~]conversation[/~](conversation-queries|live-updates)|shared[/~](live-(event-keys|updates)|email-frame)|packages\/browser\/src\/live-events/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
};

// The router's plugin has to come before React's.
export default mergeConfig(own, browserApp(import.meta.dirname, 3000, { onDemand: ON_DEMAND }));
