/** What is said in demo conversations: by the brand, by the creator, in a note of the team, or what happened. */
export type DemoLine = ['brand' | 'creator' | 'note' | 'event', string];

/** With creators of a roastery who take part. */
export const ROASTING: DemoLine[][] = [
  [
    ['brand', 'Welcome. Which grinder do you brew with at home?'],
    ['creator', 'A hand grinder, 40 clicks for cold brew. My neighbours know when I film.'],
    ['brand', 'Lovely. The coarse bag leaves tomorrow, so you can rest your arm.'],
  ],
  [
    ['creator', 'The beans are here. First jar steeps over night.'],
    ['brand', 'Eighteen hours is our favourite. Tell us what you taste.'],
  ],
];

/** With creators who take part. */
export const WORKING: DemoLine[][] = [
  [
    ['brand', 'Good to have you with us. Which size do you run in?'],
    ['creator', 'Medium in shells, thank you. Left-handed, if the pack knows the difference.'],
    ['note', 'Asked the workshop: the left-hand version is back on Thursday.'],
    ['brand', 'It does. The left-hand one leaves on Thursday, you will get the number here.'],
    ['creator', 'Perfect. I plan the ridge for the weekend after.'],
  ],
  [
    ['creator', 'The parcel came. Smaller than it looks, and the straps are lovely.'],
    ['brand', 'That is what we like to hear. Does it ride well with two bottles?'],
    ['creator', 'Ask me after Sunday. Two bottles, 22 km, rain from the side.'],
  ],
  [
    ['brand', 'The draft is due on the 5th. Does that still fit?'],
    ['creator', 'It does. The story frames I would like to film on the same morning.'],
    ['brand', 'Please do. Natural sound is welcome, no music needed.'],
    ['creator', 'Even better. Nobody hears the ridge under a beat.'],
  ],
  [
    ['creator', 'Is it fine to mention that I mended my old one four times?'],
    ['brand', 'Please mention it. Mending is the point.'],
  ],
];

/** With creators who wait for an answer. */
export const WAITING: DemoLine[][] = [
  [['creator', 'One question before you decide: are winter runs fine too? We have snow from December.']],
  [
    ['creator', 'Happy to send more of my last films, if that helps.'],
    ['brand', 'Please do, the long one on the coast most of all.'],
    ['creator', 'Sent. The third minute is the one with the pack.'],
  ],
  [['creator', 'I could start a week earlier, if the parcel can.']],
];

/** What the last ones add, which nobody has read yet. */
export const UNREAD = [
  'Quick one: may I tag the shop as well?',
  'And is the discount code for my people ready?',
  'The weather turns on Friday, so I would film on Thursday.',
];
