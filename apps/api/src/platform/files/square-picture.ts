import type { FormatEnum } from 'sharp';

/** Side of a profile picture, in pixels. */
const SIDE = 256;
const MAX_PIXELS = 50_000_000;

/**
 * Returns a picture as a 256 x 256 JPEG cropped around its most salient part, without metadata; null if the format
 * isn't accepted. Throws on a damaged picture.
 */
export async function squarePicture(
  bytes: Buffer,
  formats: ReadonlySet<keyof FormatEnum>,
): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp');
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS });
  const { format } = await image.metadata();
  if (!format || !formats.has(format)) return null;
  return image
    .rotate()
    .resize({ width: SIDE, height: SIDE, fit: 'cover', position: 'attention' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85 })
    .timeout({ seconds: 10 })
    .toBuffer();
}
