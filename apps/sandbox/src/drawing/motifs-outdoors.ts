import type { Motif } from './motif.ts';
import { circle, ellipse, line, path, rect } from './shape.ts';

/** Land, sea and sky. */
export const outdoorMotifs: readonly Motif[] = [
  {
    name: 'mountains',
    flips: true,
    draw(random) {
      const [sky, far, near, sun, way] = random.pick([
        ['#cfe0da', '#5e8577', '#2f4f45', '#f2c08a', '#f1e6d2'],
        ['#f5dcbf', '#a8704c', '#5d3a35', '#e48640', '#f5dcbf'],
        ['#d9d6ee', '#6f6aa8', '#3a3263', '#ffffff', '#e9dcc8'],
        ['#f3d8cf', '#7c9c8f', '#2f4f45', '#e4853c', '#f3dcc0'],
        ['#dbe9f2', '#5f86a6', '#2a4560', '#f7d488', '#e8eff4'],
      ]);
      const x = random.whole(95, 120);
      return (
        rect(0, 0, 160, 120, sky) +
        circle(x, random.whole(16, 30), random.whole(13, 18), sun) +
        path('M-4 92L44 30l33 40 28-30 59 62v18H-4z', far) +
        path('M-2 104c40-18 110-16 164 0v18H-2z', near) +
        path('M72 122c4-6 14-7 12-16l10-2c3 8-3 12-6 18z', way)
      );
    },
  },
  {
    name: 'peak',
    flips: true,
    draw(random) {
      const [sky, back, front, snow] = random.pick([
        ['#e0e8f3', '#9fb0cc', '#7c90b4', '#ffffff'],
        ['#3a3f63', '#4a5080', '#5d6493', '#ffffff'],
        ['#f4dfd2', '#c9a7a0', '#9b7486', '#fff8f0'],
        ['#cfe6e6', '#7fb0b3', '#4d8288', '#ffffff'],
      ]);
      return (
        rect(0, 0, 160, 120, sky) +
        path('M78 122l48-76 46 76z', back) +
        path('M-10 122L66 18l66 104z', front) +
        path('M66 18L42 51l13 14 12-13 6 11 14-15z', snow) +
        ellipse(80, 124, 90, 14, snow) +
        path('M30 116l5-14 5 14zM120 115l5-14 5 14z', '#33405c')
      );
    },
  },
  {
    name: 'tent',
    draw(random) {
      const [sky, moon, cloth, door, ground] = random.pick([
        ['#26304b', '#f3ead0', '#e08a48', '#f6d28c', '#18203a'],
        ['#f0d8d2', '#e58640', '#2f6f78', '#bfdfe8', '#7c9c7c'],
        ['#d5e7da', '#f4c76b', '#b5452c', '#f6d9c4', '#4f7a5c'],
        ['#2f2a4a', '#f7d9a0', '#7d6bb3', '#d9d0f2', '#1d1933'],
      ]);
      const night = sky === '#26304b' || sky === '#2f2a4a';
      const stars = night
        ? [random.whole(20, 60), random.whole(60, 90), random.whole(100, 112)]
            .map((x, at) => circle(x, 14 + at * 9, 1.6, moon))
            .join('')
        : '';
      return (
        rect(0, 0, 160, 120, sky) +
        circle(random.whole(118, 132), 17, 13, moon) +
        stars +
        rect(0, 104, 160, 16, ground) +
        path('M80 36l54 78H26z', cloth) +
        path('M80 36l17 78H63z', door)
      );
    },
  },
  {
    name: 'sea',
    flips: true,
    draw(random) {
      const [sky, light, deep, sun] = random.pick([
        ['#bfdfe8', '#2f8aa3', '#1f667c', '#e2854a'],
        ['#f6dcc6', '#3f7f99', '#285a75', '#ee9a5c'],
        ['#d9d3ef', '#5a5fa8', '#3b3d7a', '#f4b183'],
      ]);
      const x = random.whole(60, 100);
      return (
        rect(0, 0, 160, 120, sky) +
        circle(x, 42, 17, sun) +
        path('M0 48c26-8 40 8 80 1s54-6 80 0v71H0z', light) +
        ellipse(x, 56, 14, 2, sun) +
        path('M0 92c30-8 50 6 84 0s50-5 76 1v27H0z', deep)
      );
    },
  },
  {
    name: 'trail',
    flips: true,
    draw(random) {
      const [paper, green, contour, mark] = random.pick([
        ['#e8e2cd', '#c9d3a8', '#bfb48f', '#b5452c'],
        ['#dfe8ea', '#b9d3cf', '#9fb4b8', '#4f46e5'],
        ['#f3e6d6', '#e5c9a8', '#c9ac86', '#1f6f6a'],
      ]);
      return (
        rect(0, 0, 160, 120, paper) +
        path('M0 96c26-18 44 2 66-6 26-10 40-62 94-70v100H0z', green) +
        line('M-2 20c18-8 26 8 44 2s18-6 26-3M0 42c16-6 24 5 40 1s14-4 20-2', contour, 3) +
        line('M26 122c14-22 44-8 56-32 8-18 4-28 18-44 10-12 22-22 34-46', mark, 5, ' stroke-dasharray="7 9"')
      );
    },
  },
  {
    name: 'forest',
    draw(random) {
      const [sky, far, mid, near] = random.pick([
        ['#dfeae0', '#a9c7ae', '#5f8f72', '#2c5344'],
        ['#e9e3f2', '#b7add4', '#7a70a8', '#3b3566'],
        ['#f6e3cd', '#e0b285', '#b2764c', '#5f3a2c'],
      ]);
      const tree = (x: number, foot: number, size: number, fill: string) =>
        path(`M${x} ${foot - size}l${size * 0.36} ${size}H${x - size * 0.36}z`, fill);
      const trees = (y: number, size: number, fill: string) =>
        [8, 40, 72, 104, 136, 160]
          .map((x) => tree(x + random.whole(-8, 8), y, size + random.whole(-8, 12), fill))
          .join('');
      return (
        rect(0, 0, 160, 120, sky) +
        circle(random.whole(50, 110), 26, 12, '#fff8e8') +
        trees(84, 46, far) +
        trees(104, 52, mid) +
        rect(0, 102, 160, 20, near) +
        tree(30, 112, 70, near) +
        tree(128, 114, 78, near)
      );
    },
  },
  {
    name: 'sunset',
    draw(random) {
      const [sky, sun, far, near] = random.pick([
        ['#f7c9a0', '#f2784b', '#8c4a63', '#4b2b4d'],
        ['#f9dca8', '#ee8f3c', '#b5613a', '#5f3327'],
        ['#f3bfc4', '#e2574f', '#6f5190', '#37305e'],
      ]);
      return (
        rect(0, 0, 160, 120, sky) +
        circle(80, 62, 34, sun) +
        [58, 68, 78].map((y, at) => rect(40, y, 80, 2.5 + at, sky)).join('') +
        path('M0 92c30-16 60-6 80-10s52-14 80 0v40H0z', far) +
        path('M0 108c44-14 112-10 160 0v14H0z', near)
      );
    },
  },
  {
    name: 'desert',
    flips: true,
    draw(random) {
      const [sky, sun, sand, plant] = random.pick([
        ['#fbe6c8', '#ef8a4a', '#e2a865', '#3f7a52'],
        ['#dfeef0', '#f4c65e', '#e7c18e', '#2f6f5e'],
      ]);
      return (
        rect(0, 0, 160, 120, sky) +
        circle(118, 34, 16, sun) +
        path('M0 94c40-20 92 8 160-12v40H0z', sand) +
        line('M66 102V42M66 82H48V62M66 74h18V56', plant, 12)
      );
    },
  },
  {
    name: 'lake',
    flips: true,
    draw(random) {
      const [sky, hill, water, boat] = random.pick([
        ['#d8e8ee', '#6d9488', '#8fc0cf', '#b5452c'],
        ['#f4e0d2', '#8a7a9c', '#bcd0df', '#cf8b00'],
        ['#e5ecd8', '#5c8560', '#a4cdc4', '#33405c'],
      ]);
      return (
        rect(0, 0, 160, 120, sky) +
        path('M0 62c22-26 44-26 70-4 20-22 58-30 90 0v8H0z', hill) +
        rect(0, 62, 160, 58, water) +
        path('M44 88c20 8 52 8 72 0l-8 13c-16 5-40 5-56 0z', boat) +
        line('M74 66l20 34', '#5a3a24', 3) +
        line('M30 110h30M98 112h34M16 76h20', 'rgb(255 255 255/.7)', 2.5)
      );
    },
  },
  {
    name: 'campfire',
    draw(random) {
      const [night, ground] = random.pick([
        ['#2a2e4d', '#1c1f38'],
        ['#233b3a', '#172927'],
        ['#3c2a44', '#281b30'],
      ]);
      return (
        rect(0, 0, 160, 120, night) +
        circle(80, 74, 44, 'rgb(240 160 80/.18)') +
        rect(0, 100, 160, 20, ground) +
        path(
          'M80 32c6 18 24 24 24 46 0 14-10 22-24 22s-24-8-24-22c0-12 8-16 12-26 4 4 6 8 6 12 4-8 8-18 6-32z',
          '#e8762f',
        ) +
        path('M80 62c4 10 12 14 12 24 0 9-5 14-12 14s-12-5-12-14c0-8 8-12 12-24z', '#f9cf6b') +
        line('M54 104l52-6M54 98l52 6', '#7a4a2b', 7) +
        circle(36, 26, 1.6, '#f3ead0') +
        circle(120, 20, 1.6, '#f3ead0')
      );
    },
  },
  {
    name: 'palms',
    flips: true,
    draw(random) {
      const [sky, sea, sand, leaf] = random.pick([
        ['#cdeaea', '#3f9fb0', '#f1dcae', '#2f7a5c'],
        ['#f9d9b8', '#e78f6a', '#f3e0c0', '#3b4a5c'],
        ['#f6d3dd', '#7f8fc8', '#f7e6cf', '#2c5f6a'],
      ]);
      return (
        rect(0, 0, 160, 120, sky) +
        circle(46, 40, 15, '#fff3d6') +
        rect(0, 78, 160, 20, sea) +
        path('M0 98c50-10 110-10 160-2v26H0z', sand) +
        line('M100 102c-6-22-6-40 2-58', '#8a5a33', 6) +
        path(
          'M102 44c-12-14-30-12-38 0 12-4 26-4 38 0zM102 44c4-16 24-20 36-10-14 0-26 4-36 10zM102 44c-16 0-26 12-26 26 6-12 14-20 26-26zM102 44c14 0 26 10 26 24-6-12-14-18-26-24z',
          leaf,
        )
      );
    },
  },
  {
    name: 'balloon',
    draw(random) {
      const [sky, cloth, stripe, basket] = random.pick([
        ['#d3e6f5', '#d9572f', '#f4c76b', '#7a4a2b'],
        ['#f8e3cf', '#2f7f86', '#f4efe0', '#8a5a33'],
        ['#e6e0f6', '#5a4fcf', '#f3a7c4', '#5a3a24'],
      ]);
      const x = random.whole(66, 94);
      return (
        rect(0, 0, 160, 120, sky) +
        ellipse(26, 84, 26, 8, '#ffffff') +
        ellipse(136, 34, 24, 7, '#ffffff') +
        `<g transform="translate(${x - 80} 0)">` +
        path('M80 12c22 0 34 16 34 33 0 20-16 30-24 44H70C62 75 46 65 46 45c0-17 12-33 34-33z', cloth) +
        path('M80 12c9 0 14 16 14 33 0 20-6 30-9 44H75c-3-14-9-24-9-44 0-17 5-33 14-33z', stripe) +
        line('M72 89l2 10M88 89l-2 10', basket, 1.5) +
        rect(72, 98, 16, 12, basket, 3) +
        '</g>'
      );
    },
  },
];
