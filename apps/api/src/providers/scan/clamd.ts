import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import type { VirusScan } from '../../platform/files/files.ts';

const TIMEOUT_MS = 60_000;
const LONGEST_ANSWER = 4096;

/** No scanner. */
const noScan: VirusScan = {
  configured: false,
  scan: async () => {
    throw new Error('No virus scanner is configured.');
  },
};

/**
 * ClamAV over TCP, `tcp://host:port`: INSTREAM, in chunks with a four-byte length prefix and an
 * empty one at the end. StreamMaxLength must be at least the largest upload; otherwise the
 * connection ends without a verdict.
 */
export function clamd(address: string): VirusScan {
  if (!address) return noScan;
  const { hostname, port } = new URL(address);
  return {
    configured: true,
    async scan(file: Readable) {
      const socket = connect({ host: hostname, port: Number(port || 3310), timeout: TIMEOUT_MS });
      socket.on('timeout', () => socket.destroy(new Error("The virus scanner didn't respond in time.")));
      let answer = '';
      const ended = new Promise<void>((resolve, reject) => {
        socket.setEncoding('utf8');
        socket.on('data', (text: string) => {
          answer = (answer + text).slice(0, LONGEST_ANSWER);
        });
        socket.once('error', reject);
        socket.once('close', () => resolve());
      });
      // The failure is reported where the result is awaited.
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
      throw new Error(`The virus scanner returned no verdict: ${said.slice(0, 200)}`);
    },
  };
}
