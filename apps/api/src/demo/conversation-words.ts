/** What is said in demo conversations: by the brand, by the creator, in a note of the team, or what happened. */
export type DemoLine = ['brand' | 'creator' | 'note' | 'event', string];

/** What is said where: to creators who wait, to those who work and have the product, and to those who have not. */
interface Talk {
  waiting: DemoLine[][];
  before: DemoLine[][];
  received: DemoLine[][];
}

const WAITING_RUNNERS: DemoLine[][] = [
  [['creator', 'One question before you decide: are winter runs fine too? We have snow from December.']],
  [
    ['creator', 'Happy to send more of my last films, if that helps.'],
    ['brand', 'Please do, the long one on the coast most of all.'],
    ['creator', 'Sent. The third minute is the one in the rain.'],
  ],
  [['creator', 'I could start a week earlier, if the parcel can.']],
];

const TRAILS: Talk = {
  waiting: WAITING_RUNNERS,
  before: [
    [
      ['brand', 'Good to have you with us. Anything we should know before we pack the parcel?'],
      ['creator', 'I am left-handed, if the pack knows the difference.'],
      ['note', 'Asked the workshop: the left-hand version is back on Thursday.'],
      ['brand', 'It does. The left-hand one leaves on Thursday, you will get the number here.'],
      ['creator', 'Perfect. I plan the ridge for the weekend after.'],
    ],
    [
      ['creator', 'Is it fine to mention that I mended my old one four times?'],
      ['brand', 'Please mention it. Mending is the point.'],
    ],
  ],
  received: [
    [
      ['creator', 'The parcel came. Smaller than it looks, and the straps are lovely.'],
      ['brand', 'That is what we like to hear. Does it ride well with two bottles?'],
      ['creator', 'Ask me after Sunday. Two bottles, 22 km, rain from the side.'],
    ],
    [
      ['brand', 'Does the day for the draft still fit?'],
      ['creator', 'It does. The story frames I would like to film on the same morning.'],
      ['brand', 'Please do. Natural sound is welcome, no music needed.'],
      ['creator', 'Even better. Nobody hears the ridge under a beat.'],
    ],
    [
      ['creator', 'Is it fine to mention that I mended my old one four times?'],
      ['brand', 'Please mention it. Mending is the point.'],
    ],
  ],
};

const MORNINGS: Talk = {
  waiting: WAITING_RUNNERS,
  before: [
    [
      ['brand', 'Good to have you with us. The layer leaves this week.'],
      ['creator', 'Just in time, the mornings have turned cold.'],
    ],
  ],
  received: [
    [
      ['creator', 'The layer came. First run at ten past five, I only felt the wind on my hands.'],
      ['brand', 'That is what we like to hear. Did the camera see anything?'],
      ['creator', 'From minute six on. Before that there is sound.'],
    ],
    [
      ['creator', 'May the dog be in the picture? He starts every run.'],
      ['brand', 'He must.'],
    ],
  ],
};

const RIDGES: Talk = {
  waiting: WAITING_RUNNERS,
  before: [[['brand', 'Good to have you with us. The jacket leaves tomorrow.']]],
  received: [
    [
      ['creator', 'Both are online. The second one was filmed from the hut, before breakfast.'],
      ['brand', 'We saw it at breakfast. Thank you, it was good to work with you.'],
    ],
    [
      ['brand', 'Thank you for both. The way down is the part people write to us about.'],
      ['creator', 'My knees write about it as well.'],
    ],
  ],
};

const KITCHENS: Talk = {
  waiting: [
    [['creator', 'One question before you decide: is oat milk fine too? It is all my people drink.']],
    [
      ['creator', 'Happy to send more of my last films, if that helps.'],
      ['brand', 'Please do, the one with the jar most of all.'],
      ['creator', 'Sent. The second minute is the one without a lid.'],
    ],
    [['creator', 'I could start a week earlier, if the parcel can.']],
  ],
  before: [
    [
      ['brand', 'Welcome. Which grinder do you brew with at home?'],
      ['creator', 'A hand grinder, 40 clicks for cold brew. My neighbours know when I film.'],
      ['brand', 'Lovely. The coarse bag leaves tomorrow, so you can rest your arm.'],
    ],
  ],
  received: [
    [
      ['creator', 'The beans are here. First jar steeps over night.'],
      ['brand', 'Eighteen hours is our favourite. Tell us what you taste.'],
    ],
  ],
};

/** What is said in the conversations of each demo campaign. */
export const TALKS: Record<string, Talk> = {
  'Autumn Trail Kit': TRAILS,
  'First Light Runs': MORNINGS,
  'Summer Ridge': RIDGES,
  'Cold Brew Season': KITCHENS,
};

/** What the last ones add, which nobody has read yet: those who work, and those who wait. */
export const UNREAD = {
  working: [
    'Quick one: may I tag the shop as well?',
    'And is the discount code for my people ready?',
    'The weather turns on Friday, so I would film on Thursday.',
  ],
  waiting: [
    'Quick one: by when do you decide?',
    'I ask because I would film next week, when the light is good.',
    'And I have a question about the label, but that can wait.',
  ],
};
