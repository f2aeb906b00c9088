const TRAILS = [
  'I run the same hill every morning and film it anyway. Your pack would see plenty of rain.',
  'My followers ask about pockets more than anything else. I could talk about them for an hour.',
  'I’d love to take this on the coast path in November: three days, one pack.',
  'I coach a beginners’ group on Sundays. Real people, real weather, no slow motion.',
  'I’ve repaired my old pack four times. Show me yours deserves the same.',
  'Trail mornings, two kids, one camera. Short videos that people actually finish.',
  'I film on my phone and edit on the train. It looks the way it feels.',
  'Your shell is the one everyone asked me about last winter. Let me show why.',
];
const MORNINGS = [
  'I’m out before the street lights go off, five days a week. The camera comes along anyway.',
  'The first ten minutes of any run are the worst, and my favorite to film.',
  'I coach a beginners’ group on Sundays. Real people, real weather, no slow motion.',
  'Trail mornings, two kids, one camera. Short videos that people actually finish.',
  'I film on my phone and edit on the train. It looks the way it feels.',
];
const RIDGES = [
  'I live an hour from the ridge and I’m up there twice a week in summer.',
  'Golden hour, short clips: that’s my May to September.',
  'I film on my phone and edit on the train. It looks the way it feels.',
];
const PACKS = [
  'I weigh everything before a trip, even the spoon. My viewers argue about it in the comments.',
  'Two nights, one pack, no plan B. That’s the video I’d make.',
  'My pack list gets more questions than my routes.',
  'I film on my phone and edit on the train. It looks the way it feels.',
];
const KITCHENS = [
  'My kitchen is tiny and everyone knows it. Great coffee still comes out of it.',
  'I make cold brew in a pickle jar. People ask about the jar more than the coffee.',
  'I was a barista for six years, and now I film what I’d tell you over the counter.',
  'Short videos, natural sound, one cup a day.',
];

/** Pitches of demo creators by campaign. */
export const PITCHES: Record<string, string[]> = {
  'Autumn Trail Kit': TRAILS,
  'First Light Runs': MORNINGS,
  'Summer Ridge': RIDGES,
  'Pack Light': PACKS,
  'Cold Brew Season': KITCHENS,
};

/** Answers to campaign questions, by question ID. */
export const ANSWERS: Record<string, string[]> = {
  run: [
    'My Sunday long run, 22 km over the ridge',
    'My commute, 9 km along the river',
    'Our club’s night run',
    'A three-day traverse in two weeks',
  ],
  before: ['Yes, a shoe brand last spring', 'Not yet', 'Once, for a tent'],
  hour: [
    '5:30',
    'Six, before the kids wake up',
    'Whenever the sun comes up',
    'Five in summer, seven in winter',
  ],
  brew: [
    'A hand grinder and a paper filter',
    'A small moka pot',
    'French press, four minutes sharp',
    'An old espresso machine that wakes the neighbors',
  ],
};

/** Reasons for declining. */
export const REASONS = [
  'We already have enough creators in this region',
  'We’re looking for a different audience this time',
  'The dates don’t work for us',
];

/** Shipping addresses. */
export const CITIES: [city: string, country: string, postcode: string][] = [
  ['Porto', 'PT', '4050-262'],
  ['Bilbao', 'ES', '48001'],
  ['Innsbruck', 'AT', '6020'],
  ['Keswick', 'GB', 'CA12 5JE'],
  ['Grenoble', 'FR', '38000'],
];
