import { createServer } from 'node:http';
import path from 'node:path';
import { webEnvironment } from '@troupe/scripts/hosts';
import { webHandler } from '@troupe/scripts/serve-web';
import { buildWeb, isBuilt } from '@troupe/scripts/web/build-web';
import { readWebConfig } from '@troupe/scripts/web/web-config';

/** Serves the built dashboard at a port like in production; returns how to stop it. */
export async function serveBuiltWeb(port: number): Promise<() => void> {
  if (!isBuilt('web')) await buildWeb('web');
  const folder = path.resolve(import.meta.dirname, '../../../apps/web/dist');
  const server = createServer(webHandler(folder, readWebConfig('web', webEnvironment(port))));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => {
    server.closeAllConnections();
    server.close();
  };
}
