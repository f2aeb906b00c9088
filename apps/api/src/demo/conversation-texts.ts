/** A line of a demo conversation: a message of the brand or creator, a team note, or an event. */
export type DemoLine = ['brand' | 'creator' | 'note' | 'event', string];

/** Conversations with pending creators, and with approved ones before and after the product arrived. */
interface Talk {
  waiting: DemoLine[][];
  before: DemoLine[][];
  received: DemoLine[][];
}

const WAITING_RUNNERS: DemoLine[][] = [
  [['creator', 'Quick question before you decide: are winter runs okay too? We get snow from December on.']],
  [
    ['creator', 'Happy to send a few more of my recent videos if that helps.'],
    ['brand', 'Please do! Especially the long one from the coast.'],
    ['creator', 'Sent! The rain part starts around minute three.'],
  ],
  [['creator', 'I could start a week earlier if the package gets here in time.']],
];

const TRAILS: Talk = {
  waiting: WAITING_RUNNERS,
  before: [
    [
      ['brand', 'So glad you’re on board! Anything we should know before we ship your kit?'],
      ['creator', 'I’m left-handed, if that matters for the pack.'],
      ['note', 'Checked with the workshop: left-hand version back in stock Thursday.'],
      [
        'brand',
        'It does, actually. The left-hand version ships Thursday. We’ll post the tracking number here.',
      ],
      ['creator', 'Perfect. I’ll plan the ridge run for the weekend after.'],
    ],
    [
      ['creator', 'Okay if I mention that I’ve repaired my old one four times?'],
      ['brand', 'Please do! Repairing is the whole point.'],
    ],
  ],
  received: [
    [
      ['creator', 'It’s here! Smaller than it looks in the photos, and I love the straps.'],
      ['brand', 'That’s what we like to hear. How does it ride with two bottles?'],
      ['creator', 'Ask me after Sunday: two bottles, 22 km, sideways rain.'],
    ],
    [
      ['brand', 'Does the draft deadline still work for you?'],
      ['creator', 'Yes! I’d like to shoot the stories the same morning.'],
      ['brand', 'Go for it. Natural sound is great, no music needed.'],
      ['creator', 'Even better. You can’t hear the wind over a beat.'],
    ],
    [
      ['creator', 'Okay if I mention that I’ve repaired my old one four times?'],
      ['brand', 'Please do! Repairing is the whole point.'],
    ],
  ],
};

const MORNINGS: Talk = {
  waiting: WAITING_RUNNERS,
  before: [
    [
      ['brand', 'So glad you’re on board! Your base layer ships this week.'],
      ['creator', 'Just in time, mornings are getting cold here.'],
    ],
  ],
  received: [
    [
      ['creator', 'It arrived! First run at 5:10 this morning, and only my hands were cold.'],
      ['brand', 'Love it. Could the camera see anything at that hour?'],
      ['creator', 'From minute six on. Before that it’s basically audio.'],
    ],
    [
      ['creator', 'Can my dog be in the video? He starts every run.'],
      ['brand', 'We’d be upset if he wasn’t.'],
    ],
  ],
};

const RIDGES: Talk = {
  waiting: WAITING_RUNNERS,
  before: [[['brand', 'So glad you’re on board! Your jacket ships tomorrow.']]],
  received: [
    [
      ['creator', 'Both videos are live! I shot the second one from the hut before breakfast.'],
      ['brand', 'We watched it over breakfast. Thank you, it was great working with you!'],
    ],
    [
      ['brand', 'Thanks for both! The descent is the part everyone messages us about.'],
      ['creator', 'My knees have comments about it too.'],
    ],
  ],
};

const KITCHENS: Talk = {
  waiting: [
    [['creator', 'Quick question before you decide: is oat milk okay? It’s all my followers drink.']],
    [
      ['creator', 'Happy to send a few more of my recent videos if that helps.'],
      ['brand', 'Please do! Especially the one with the jar.'],
      ['creator', 'Sent! The lid incident is around minute two.'],
    ],
    [['creator', 'I could start a week earlier if the package gets here in time.']],
  ],
  before: [
    [
      ['brand', 'Welcome! What grinder do you use at home?'],
      ['creator', 'A hand grinder, 40 clicks for cold brew. My neighbors know when I’m filming.'],
      ['brand', 'Ha! We’ll send a coarse-ground bag tomorrow so you can rest your arm.'],
    ],
  ],
  received: [
    [
      ['creator', 'The beans are here. First jar is steeping overnight.'],
      ['brand', 'Eighteen hours is our favorite. Let us know what you taste!'],
    ],
  ],
};

/** Conversations by campaign. */
export const TALKS: Record<string, Talk> = {
  'Autumn Trail Kit': TRAILS,
  'First Light Runs': MORNINGS,
  'Summer Ridge': RIDGES,
  'Cold Brew Season': KITCHENS,
};

/** Unread messages added at the end, from approved and from pending creators. */
export const UNREAD = {
  working: [
    'Quick one: can I tag the shop too?',
    'Also, is the discount code for my followers ready?',
    'Rain is coming Friday, so I’d film on Thursday.',
  ],
  waiting: [
    'Quick one: when will you decide?',
    'Asking because I’d love to film next week while the light is good.',
    'I also have a question about the label, but no rush.',
  ],
};
