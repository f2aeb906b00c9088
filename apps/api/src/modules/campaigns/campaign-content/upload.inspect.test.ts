import sharp from 'sharp';
import { expect, test } from 'vitest';
import { thumbnailOf } from './upload.inspect.ts';

const picture = (progressive: boolean) =>
  sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#346' } })
    .jpeg({ progressive })
    .toBuffer();

test('a small file that takes a gigabyte to be drawn gets no small picture; as large a one of a camera does', async () => {
  expect(await thumbnailOf(await picture(true))).toBeNull();
  const small = await thumbnailOf(await picture(false));
  expect(await sharp(small ?? undefined).metadata()).toMatchObject({ width: 640, height: 640 });
});
