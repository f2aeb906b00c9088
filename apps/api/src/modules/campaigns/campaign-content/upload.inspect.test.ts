import sharp from 'sharp';
import { expect, test } from 'vitest';
import { thumbnailOf } from './upload.inspect.ts';

const picture = (progressive: boolean) =>
  sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#346' } })
    .jpeg({ progressive })
    .toBuffer();

test('skips the thumbnail of a small file that decodes to a gigabyte, but makes one for a large camera picture', async () => {
  expect(await thumbnailOf(await picture(true))).toBeNull();
  const small = await thumbnailOf(await picture(false));
  expect(await sharp(small ?? undefined).metadata()).toMatchObject({ width: 640, height: 640 });
});
