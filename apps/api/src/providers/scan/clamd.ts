import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import type { VirusScan } from '../../platform/files/files.ts';

const TIMEOUT_MS = 60_000;
const LONGEST_ANSWER = 4096;

/** No scanner. */
export const noScan: VirusScan = {
  configured: false,
  look: async () => {
    throw new Error('No virus scanner is configured.');
  },
};

/**
 * ClamAV's daemon over TCP, `tcp://host:port`: INSTREAM, in chunks with their length in four bytes before them and an
 * empty one at the end. Its StreamMaxLength must be at least the largest upload; else it ends the conversation, which
 * counts as no verdict.
 */
export function clamd(address: string): VirusScan {
  if (!address) return noScan;
  const { hostname, port } = new URL(address);
  return {
    configured: true,
    async look(file: Readable) {
      const socket = connect({ host: hostname, port: Number(port || 3310), timeout: TIMEOUT_MS });
      socket.on('timeout', () => socket.destroy(new Error('The virus scanner did not answer in time.')));
      let answer = '';
      const ended = new Promise<void>((resolve, reject) => {
        socket.setEncoding('utf8');
        socket.on('data', (text: string) => {
          answer = (answer + text).slice(0, LONGEST_ANSWER);
        });
        socket.once('error', reject);
        socket.once('close', () => resolve());
      });
      // The failure is told once, where the answer is waited for.
      ended.catch(() => {});
      try {
        await Promise.race([once(socket, 'connect'), ended]);
        socket.write('zINSTREAM\0');
        for await (const chunk of file as AsyncIterable<Buffer>) {
          const length = Buffer.alloc(4);
          length.writeUInt32BE(chunk.length);
          socket.write(length);
          if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), ended]);
          if (socket.destroyed) break;
        }
        if (!socket.destroyed) socket.write(Buffer.alloc(4));
        await ended;
      } finally {
        file.destroy();
        socket.destroy();
      }
      const said = answer.replaceAll('\0', '').trim();
      if (/ FOUND$/.test(said)) return 'infected';
      if (/ OK$/.test(said)) return 'clean';
      throw new Error(`The virus scanner gave no verdict: ${said.slice(0, 200)}`);
    },
  };
}
