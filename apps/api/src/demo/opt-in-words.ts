const TRAILS = [
  'I run the same hill every morning and film it anyway. Your pack would see a lot of rain.',
  'My people ask about pockets more than about anything else. Happy to answer that for an hour.',
  'I would love to take this on the coast path in November, three days, one pack.',
  'I coach a group of beginners on Sundays. Real people, real weather, no slow motion.',
  'I have mended my old pack four times. Show me that yours deserves the same.',
  'Trail mornings, two children, one camera. Short films that people watch to the end.',
  'I film on a phone and edit on the train. It looks like it feels.',
  'Your shell is the only one I was asked about last winter. Let me say why.',
];
const MORNINGS = [
  'I am out before the street lights go off, five days a week. The camera comes along anyway.',
  'The first ten minutes are the worst of every run, and the ones I like to show.',
  'I coach a group of beginners on Sundays. Real people, real weather, no slow motion.',
  'Trail mornings, two children, one camera. Short films that people watch to the end.',
  'I film on a phone and edit on the train. It looks like it feels.',
];
const RIDGES = [
  'I live an hour below the ridge and am up there twice a week in summer.',
  'Long light, short clips: that is what I do from May to September.',
  'I film on a phone and edit on the train. It looks like it feels.',
];
const KITCHENS = [
  'My kitchen is two square metres and everybody knows it. Good coffee still comes out of it.',
  'I make cold brew in a pickle jar. People ask for the jar more than for the coffee.',
  'I worked behind a bar for six years, and now I film what I would tell you over the counter.',
  'Short films, natural sound, one cup a day.',
];

/** What demo creators write when they opt in, by campaign. */
export const PITCHES: Record<string, string[]> = {
  'Autumn Trail Kit': TRAILS,
  'First Light Runs': MORNINGS,
  'Summer Ridge': RIDGES,
  'Cold Brew Season': KITCHENS,
};

/** Answers to the questions of demo campaigns, by the id of the question. */
export const ANSWERS: Record<string, string[]> = {
  run: [
    'The long one on Sunday, 22 km over the ridge',
    'My commute, 9 km along the river',
    'The night run of our club',
    'A three day traverse in two weeks',
  ],
  before: ['Yes, a shoe maker, last spring', 'Not yet', 'Once, for a tent'],
  hour: [
    'Half past five',
    'Six, before the children wake up',
    'Whenever the sun does',
    'Five in summer, seven in winter',
  ],
  brew: [
    'A hand grinder and a paper filter',
    'A moka pot, the small one',
    'French press, four minutes by the clock',
    'An old machine that hisses at the neighbours',
  ],
};

/** Why demo brands decline. */
export const REASONS = [
  'We have enough creators in this region already',
  'Another audience than the one we look for this time',
  'The dates do not fit',
];

/** Where products of the demo world go. */
export const CITIES: [city: string, country: string, postcode: string][] = [
  ['Porto', 'PT', '4050-262'],
  ['Bilbao', 'ES', '48001'],
  ['Innsbruck', 'AT', '6020'],
  ['Keswick', 'GB', 'CA12 5JE'],
  ['Grenoble', 'FR', '38000'],
];
