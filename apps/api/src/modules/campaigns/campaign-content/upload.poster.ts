import { spawn } from 'node:child_process';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 20_000_000;

const POSTER = 640;

/** Draws a plain placeholder in the video's aspect ratio when no frame is available. */
export async function drawPoster({
  width,
  height,
}: {
  width: number | null;
  height: number | null;
}): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const ratio = Math.min(3, Math.max(1 / 3, width && height ? height / width : 16 / 9));
  const tall = Math.round(POSTER * ratio);
  const [x, y, r] = [POSTER / 2, tall / 2, 60];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${POSTER}" height="${tall}">
    <rect width="100%" height="100%" fill="#e7e5ee"/><circle cx="${x}" cy="${y}" r="${r}" fill="#fbfafd"/>
    <path d="M${x - r / 3} ${y - r / 2} L${x + r / 2} ${y} L${x - r / 3} ${y + r / 2} Z" fill="#6d6a7c"/></svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 82 }).toBuffer();
}

/** Extracts a video frame as JPEG with ffmpeg; null when ffmpeg is missing or finds no frame. */
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
      if (size > MAX_BYTES) ffmpeg.kill('SIGKILL');
      else chunks.push(chunk);
    });
    ffmpeg.once('error', () => resolve(null));
    ffmpeg.once('close', (code) => resolve(code === 0 && size > 0 ? Buffer.concat(chunks) : null));
  });
}
