import { startApi } from './app/app.ts';
import { readConfig } from './platform/config.ts';

const api = await startApi(readConfig(process.env));
api.log.info({ port: api.config.PORT, roles: api.config.TROUPE_ROLES }, 'ready');

let stopping = false;
async function stop(signal: string) {
  if (stopping) return;
  stopping = true;
  api.log.info({ signal }, 'stopping');
  await api.stop();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
