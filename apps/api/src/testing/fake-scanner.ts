import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Speaks the ClamAV protocol: files containing EICAR are infected. */
export async function fakeScanner(): Promise<Server> {
  const daemon = createServer((socket) => {
    let seen = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk]);
      if (seen.subarray(-4).equals(Buffer.alloc(4)))
        socket.end(seen.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  }).listen(0, '127.0.0.1');
  await once(daemon, 'listening');
  return daemon;
}
