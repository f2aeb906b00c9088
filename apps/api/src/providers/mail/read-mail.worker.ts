import { parentPort, workerData } from 'node:worker_threads';
import { type ReadTask, readHere } from './read-mail.ts';

parentPort?.postMessage(await readHere(workerData as ReadTask));
