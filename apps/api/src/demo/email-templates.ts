interface DemoTemplate {
  label: string;
  subject: string;
  body: string;
  /** Titles of the campaigns that use it by default. */
  campaigns: string[];
}

/** Email templates of Larkmoor; bodies as written by the editor. */
export const DEMO_TEMPLATES: DemoTemplate[] = [
  {
    label: 'Trail intro',
    subject: '{{Name}}, want to take the {{Campaign Name}} up a hill?',
    campaigns: ['Autumn Trail Kit'],
    body: `<p>Hi {{Name}},</p>
<p>At {{Brand Name}}, we make clothing and packs that are meant to be repaired. We’ve followed {{Username}} for a while, and the way you show a whole day out instead of just the summit shot is exactly what we’re looking for.</p>
<p>For <strong>{{Campaign Name}}</strong>, we’d love to send you the kit and pay for what you make with it:</p>
<ul><li><p>two short videos or one longer one, filmed on your usual routes</p></li><li><p>your own words; we only check the facts</p></li><li><p>usage rights for six months, no surprises in the fine print</p></li></ul>
<p>Take a look at the campaign below. If it sounds like you, just reply with your rate and size.</p>
<p>Best,<br />Alva, {{Brand Name}}</p>`,
  },
  {
    label: 'Gifting: early runs',
    subject: 'A pair of gloves for your next early run',
    campaigns: ['First Light Runs'],
    body: `<p>Hi {{Name}},</p>
<p>{{Campaign Name}} is for people who are out before anyone else is up. We’d love to send you gloves and a headlamp. There’s no fee, and no obligation to post.</p>
<p>If you love them, <em>show them off</em>. If not, tell us why. Either way, it helps.</p>
<p>Want us to send you a set? All we need is your address.</p>
<p>Alva<br />{{Brand Name}}</p>`,
  },
  {
    label: 'Returning creators',
    subject: 'Ready for another one, {{Name}}?',
    campaigns: [],
    body: `<h2>Let’s do it again</h2>
<p>Hi {{Name}}, thank you again for the last campaign. We’re starting <strong>{{Campaign Name}}</strong>, and you’re the first person we thought of.</p>
<p>Same terms as last time, a little more time, and this time repairs are on us for two years. Is {{Email}} still the best email for the contract?</p>
<p>Alva, {{Brand Name}}</p>`,
  },
];

/** Replies from creators. */
export const DEMO_REPLIES = [
  'Hi Alva, this sounds like me! My rate for two reels is $580, and I wear a medium. I could film the week after next.',
  'Thanks for reaching out! I’m booked until mid-December, but I’d love to do something in January. Would that still work?',
  'Yes, please send the gloves! I start at five most days, so they’ll get plenty of use. What’s the best way to send you my address?',
  'Love the kit. Can we talk about usage? Six months on your own channels is fine, but paid ads would be extra.',
];

/** Follow-up sequences of the demo brand, and the text of their steps with the delay in days. */
export const DEMO_SEQUENCES: {
  name: string;
  steps: { days: number; condition: 'no-reply' | 'no-open' | 'no-opt-in'; body: string }[];
}[] = [
  {
    name: 'Two gentle reminders',
    steps: [
      {
        days: 4,
        condition: 'no-reply',
        body: '<p>Hi {{First Name|there}},</p><p>Did you see my email about {{Campaign Name}}? I’d love to know whether it’s something for you.</p>',
      },
      {
        days: 5,
        condition: 'no-reply',
        body: '<p>Hi {{First Name|there}},</p><p>This is my last note about {{Campaign Name}}. If now isn’t a good time, no worries at all.</p><p>{{Brand Name}}</p>',
      },
    ],
  },
  {
    name: 'Opened, not opted in',
    steps: [
      {
        days: 2,
        condition: 'no-open',
        body: '<p>Hi {{First Name|there}},</p><p>A quick reminder in case my invite to {{Campaign Name}} got lost.</p>',
      },
      {
        days: 3,
        condition: 'no-opt-in',
        body: '<p>Hi {{First Name|there}},</p><p>Any questions about {{Campaign Name}}? Just reply to this email.</p>',
      },
    ],
  },
];
