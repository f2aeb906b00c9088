import { run } from './failure.ts';
import { webEnvironment } from './hosts.ts';
import { startInstance } from './instance.ts';
import { parseStartOptions } from './options.ts';
import { portsOf } from './processes/ports.ts';
import type { Host } from './processes/process-group.ts';
import { untilStopped } from './processes/until-stopped.ts';
import { readWebConfig } from './web/web-config.ts';

/**
 * `npm run dev`: like `npm start` with the same options, but hosts restart when their sources
 * change, Vite serves the web apps, and everything logs to this terminal.
 */
await run(() => {
  const options = parseStartOptions(process.argv.slice(2));
  return untilStopped((signal) =>
    startInstance({ ...options, say: console.log, nodeOptions: ['--watch'], webHosts, aloud: true }, signal),
  );
});

function webHosts(portBase: number): Host[] {
  const ports = portsOf(portBase);
  return (['web', 'portal'] as const).map((app) => ({
    name: app,
    script: ['node_modules/vite/bin/vite.js', `apps/${app}`, '--clearScreen', 'false'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      HOST: process.env.HOST || '127.0.0.1',
      PORT: String(ports[app]),
      // Injected into the page by packages/ui/vite/browser-app.ts.
      TROUPE_CONFIG: JSON.stringify(readWebConfig(app, { ...process.env, ...webEnvironment(portBase) })),
    },
    readyUrl: `http://127.0.0.1:${ports[app]}/`,
  }));
}
