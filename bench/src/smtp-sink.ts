import { createServer, type Socket } from 'node:net';

/**
 * A mail server that accepts and discards all emails, in its own process: `smtp-sink.ts PORT`.
 * Prints `ready` once it listens.
 */
const port = Number(process.argv[2]);

function talk(socket: Socket): void {
  let waiting = '';
  let inMail = false;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.write('220 sink\r\n');
  socket.on('data', (bytes) => {
    waiting += bytes.toString('latin1');
    for (;;) {
      const end = inMail ? waiting.indexOf('\r\n.\r\n') : waiting.indexOf('\r\n');
      if (end < 0) {
        // Only the possible start of an end marker needs to be kept.
        if (inMail) waiting = waiting.slice(-4);
        return;
      }
      const line = waiting.slice(0, end).toUpperCase();
      waiting = waiting.slice(end + (inMail ? 5 : 2));
      if (inMail) {
        inMail = false;
        socket.write('250 taken\r\n');
      } else if (line === 'DATA') {
        inMail = true;
        socket.write('354 go on\r\n');
      } else if (line === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    }
  });
}

createServer(talk).listen(port, '127.0.0.1', () => process.stdout.write('ready\n'));
