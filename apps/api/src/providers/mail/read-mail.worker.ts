import { parentPort, workerData } from 'node:worker_threads';
import { type ReadProgress, type ReadTask, readHere } from './read-mail.ts';

const report = (progress: ReadProgress) => parentPort?.postMessage(progress);

// Start the time limit after loading.
report({ at: 'started' });
const email = await readHere(workerData as ReadTask, (parsed) => report({ at: 'parsed', email: parsed }));
report({ at: 'checked', email });
