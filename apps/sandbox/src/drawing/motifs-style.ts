import type { Motif } from './motif.ts';
import { circle, ellipse, line, path, rect } from './shape.ts';

/** What people wear and put on. */
export const styleMotifs: readonly Motif[] = [
  {
    name: 'portrait',
    flips: true,
    draw(random) {
      const [wall, top] = random.pick([
        ['#f4d5d5', '#33405c'],
        ['#d5e7e3', '#b5452c'],
        ['#e1def5', '#cf8b00'],
        ['#f7e4c4', '#12736a'],
      ]);
      const [skin, hair] = random.pick([
        ['#dfa681', '#2b221f'],
        ['#f4d5bd', '#a8622c'],
        ['#85502f', '#17141a'],
        ['#c9885c', '#1d1a1c'],
        ['#efc7a4', '#5a3a24'],
      ]);
      const length = random.pick([72, 84, 100]);
      return (
        rect(0, 0, 160, 120, wall) +
        path(`M80 4c-26 0-34 18-34 44v${length - 48}h68V48c0-26-8-44-34-44z`, hair) +
        path('M28 122c2-18 22-26 52-26s50 8 52 26z', top) +
        path('M70 76h20v20a10 10 0 0 1-20 0z', skin) +
        ellipse(80, 54, 25, 32, skin) +
        path('M52 52C50 20 66 12 80 12s30 8 28 40c-4-14-14-18-22-26-8 8-26 12-34 26z', hair)
      );
    },
  },
  {
    name: 'lipstick',
    draw(random) {
      const [wall, tip, tube, floor] = random.pick([
        ['#f8dfe4', '#c2334a', '#33303c', '#eebdc8'],
        ['#e6e0f6', '#c43c86', '#d9b25a', '#c4b9ea'],
        ['#f6e6d4', '#b5452c', '#2f4a44', '#e2c19d'],
      ]);
      const dot = random.pick([tip, '#f4c657', '#ffffff']);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 100, 160, 20, floor) +
        path('M52 62V30l24-14v46z', tip) +
        rect(48, 54, 32, 18, '#e3c06a') +
        rect(44, 70, 40, 38, tube, 3) +
        rect(94, 62, 26, 46, tube, 4) +
        rect(94, 76, 26, 5, '#e3c06a') +
        circle(124, 28, 6, dot)
      );
    },
  },
  {
    name: 'make-up',
    draw(random) {
      const [wall, box] = random.pick([
        ['#f3e2da', '#2b2a31'],
        ['#dfe7f3', '#8c2f45'],
        ['#efe0f2', '#5a3f7a'],
        ['#dcebe4', '#2f4a44'],
      ]);
      const tones = random.pick([
        ['#e8b4a0', '#c97b6b', '#9c4f4a', '#f2d2b8', '#d99a86', '#6b3a3c'],
        ['#f0b7c6', '#d9688f', '#8c3f74', '#f6dbe3', '#b79bd6', '#5f4a9c'],
        ['#f0d39a', '#d99a4e', '#9c6a35', '#b9c6a0', '#7f9f8a', '#47635a'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(28, 22, 92, 78, box, 8) +
        tones
          .map((tone, at) => circle(48 + (at % 3) * 26, 46 + Math.floor(at / 3) * 30, 10.5, tone))
          .join('') +
        line('M112 108L136 44', '#d9b25a', 6) +
        path('M128 46l6-28c8 0 14 6 12 14l-6 20z', '#6b3f35')
      );
    },
  },
  {
    name: 'cream',
    draw(random) {
      const [wall, jar, lid, bottle] = random.pick([
        ['#dcebe4', '#ffffff', '#7fa897', '#f4efe2'],
        ['#f7e3dc', '#fffaf2', '#d99a86', '#f3cdb9'],
        ['#e1e4f5', '#ffffff', '#8f97cf', '#c4c9ee'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 98, 160, 22, 'rgb(0 0 0/.07)') +
        rect(40, 66, 56, 40, jar, 9) +
        rect(37, 54, 62, 16, lid, 5) +
        rect(54, 82, 28, 5, lid, 2.5) +
        rect(104, 40, 26, 66, bottle, 6) +
        rect(112, 20, 10, 22, lid) +
        rect(110, 14, 24, 7, lid, 3.5) +
        path('M24 70c-10-18 0-34 14-40 4 18-2 32-14 40z', '#6f9a7a')
      );
    },
  },
  {
    name: 'perfume',
    draw(random) {
      const [wall, glass, liquid, cap] = random.pick([
        ['#f6e3e8', '#f3c4d0', '#e58aa6', '#d9b25a'],
        ['#e1ecea', '#cfe4e2', '#8fc0bd', '#33405c'],
        ['#f7ead0', '#f4d9a0', '#e3ae4c', '#5a3a24'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 100, 160, 20, 'rgb(0 0 0/.08)') +
        rect(66, 12, 28, 22, cap, 4) +
        rect(72, 32, 16, 10, '#c9a24a') +
        rect(44, 40, 72, 68, glass, 12) +
        path('M44 66h72v30a12 12 0 0 1-12 12H56a12 12 0 0 1-12-12z', liquid) +
        rect(62, 70, 36, 22, '#fff8ee', 3)
      );
    },
  },
  {
    name: 'dress',
    draw(random) {
      const [wall, cloth, belt] = random.pick([
        ['#e6e1f5', '#c43c86', '#33264a'],
        ['#f7e5cd', '#12736a', '#f4c657'],
        ['#dce8ef', '#b5452c', '#2b2a31'],
        ['#f4dde0', '#4f46e5', '#f7d9e4'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        line('M80 16c0-8 10-6 8 0-1 3-8 4-8 9M80 24L54 34M80 24l26 10', '#8a7a66', 3) +
        path('M58 30c6 4 10 10 22 10s16-6 22-10l6 26-10 10 22 46H40l22-46-10-10z', cloth) +
        path('M61 62h38l2 7H59z', belt)
      );
    },
  },
  {
    name: 't-shirt',
    draw(random) {
      const [wall, cloth, print] = random.pick([
        ['#dfe9e4', '#ffffff', '#d9572f'],
        ['#f3e0d6', '#33405c', '#f4c657'],
        ['#e2e0f7', '#2b2a31', '#8a84ff'],
        ['#f6ead0', '#3f7a52', '#f6e6c6'],
      ]);
      const sign = random.chance(0.5)
        ? circle(80, 66, 13, print)
        : path('M62 78l14-22 9 13 6-8 10 17z', print);
      return (
        rect(0, 0, 160, 120, wall) +
        path('M56 20c8 12 40 12 48 0l32 16-14 26-14-6v56H52V56l-14 6-14-26z', cloth) +
        path('M60 21c8 10 32 10 40 0l4-1c-6 18-42 18-48 0z', 'rgb(0 0 0/.14)') +
        sign
      );
    },
  },
  {
    name: 'sunglasses',
    draw(random) {
      const [wall, frame, lens, shine] = random.pick([
        ['#f9e3b9', '#2b2a31', '#5a4a6b', '#8f7aa8'],
        ['#d5ebea', '#b5452c', '#33405c', '#5f7396'],
        ['#f4dbe4', '#4f46e5', '#2b2650', '#6f68c9'],
      ]);
      const glass = (x: number) =>
        path(`M${x} 46h48c4 28-6 38-24 38S${x - 4} 74 ${x} 46z`, frame) +
        path(`M${x + 5} 51h38c2 20-6 28-19 28s-21-8-19-28z`, lens) +
        line(`M${x + 14} 66l10-12`, shine, 4);
      return (
        rect(0, 0, 160, 120, wall) +
        ellipse(80, 98, 56, 5, 'rgb(0 0 0/.1)') +
        line('M72 52c4-5 12-5 16 0M24 50l-10-8M136 50l10-8', frame, 6) +
        glass(26) +
        glass(86)
      );
    },
  },
  {
    name: 'handbag',
    draw(random) {
      const [wall, leather, flap, clasp] = random.pick([
        ['#f3e4da', '#b5652f', '#9a5226', '#e3c06a'],
        ['#e0e9e6', '#12736a', '#0d5b54', '#f4d9a0'],
        ['#f5dde3', '#8c2f45', '#742439', '#e3c06a'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 102, 160, 18, 'rgb(0 0 0/.08)') +
        line('M56 52C56 6 104 6 104 52', flap, 6) +
        path('M38 48h84l10 56a5 5 0 0 1-5 6H33a5 5 0 0 1-5-6z', leather) +
        path('M38 48h84l4 24c-20 14-72 14-92 0z', flap) +
        circle(80, 78, 7, clasp)
      );
    },
  },
  {
    name: 'watch',
    draw(random) {
      const [wall, strap, face, hand] = random.pick([
        ['#e3e6ee', '#7a4a2b', '#fffaf0', '#33405c'],
        ['#dcebe4', '#2b2a31', '#f4efe4', '#b5452c'],
        ['#f6e3d3', '#33405c', '#1f2a40', '#f4c657'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        path('M62 0h36l4 40H58zM58 82h44l-4 40H62z', strap) +
        circle(80, 61, 36, '#d1b06a') +
        circle(80, 61, 30, face) +
        line('M80 61V42M80 61l13 8', hand, 4) +
        line('M80 35v2M80 85v2M54 61h2M104 61h2', hand, 3)
      );
    },
  },
];
