import { spawn } from 'node:child_process';

const TIMEOUT_MS = 20_000;
const MOST_BYTES = 20_000_000;

/** A frame of a video as JPEG, by ffmpeg; null where there is no ffmpeg, or it finds no frame. */
export function posterOf(path: string): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const wanted = ['-frames:v', '1', '-c:v', 'mjpeg', '-f', 'image2pipe', 'pipe:1'];
    const ffmpeg = spawn(
      'ffmpeg',
      ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file,pipe', '-i', path, ...wanted],
      { stdio: ['ignore', 'pipe', 'ignore'], timeout: TIMEOUT_MS },
    );
    const chunks: Buffer[] = [];
    let size = 0;
    ffmpeg.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_BYTES) ffmpeg.kill('SIGKILL');
      else chunks.push(chunk);
    });
    ffmpeg.once('error', () => resolve(null));
    ffmpeg.once('close', (code) => resolve(code === 0 && size > 0 ? Buffer.concat(chunks) : null));
  });
}
