interface DemoTemplate {
  label: string;
  subject: string;
  body: string;
  /** Titles of the campaigns it is the standard of. */
  campaigns: string[];
}

/** The email templates of Larkmoor; bodies as the editor writes them. */
export const DEMO_TEMPLATES: DemoTemplate[] = [
  {
    label: 'First hello, trail',
    subject: '{{Name}}, would you take the {{Campaign Name}} up a hill?',
    campaigns: ['Autumn Trail Kit'],
    body: `<p>Hi {{Name}},</p>
<p>we make clothes and packs at {{Brand Name}} that are meant to be repaired, and we have been reading along at {{Username}} for a while. The way you show a whole day out instead of one summit picture is what we look for.</p>
<p>For <strong>{{Campaign Name}}</strong> we would like to send you the kit and pay for what you make with it:</p>
<ul><li><p>two short videos or one longer one, filmed where you run anyway</p></li><li><p>your own words, we only check facts</p></li><li><p>usage for six months, nothing hidden in the small print</p></li></ul>
<p>Have a look at the campaign below. If it sounds like you, answer this mail with your rate and your size.</p>
<p>Kind regards,<br />Alva, {{Brand Name}}</p>`,
  },
  {
    label: 'Gifted, early runs',
    subject: 'A pair of gloves for your next early run',
    campaigns: ['First Light Runs'],
    body: `<p>Hi {{Name}},</p>
<p>{{Campaign Name}} is about people who are out before everybody else is up. We would like to send you gloves and a headlamp. There is no fee, and nothing that you have to post.</p>
<p>If you end up liking them, <em>show them</em>. If not, tell us why. Both help.</p>
<p>Shall we send a parcel? Your address is all we need.</p>
<p>Alva<br />{{Brand Name}}</p>`,
  },
  {
    label: 'Working together again',
    subject: 'Once more, {{Name}}?',
    campaigns: [],
    body: `<h2>It went well</h2>
<p>Hi {{Name}}, thank you again for the last one. We are starting <strong>{{Campaign Name}}</strong> and would rather ask you than anybody new.</p>
<p>Same terms as before, a little more time, and this time the repairs are on us for two years. Is {{Email}} still the best address for the contract?</p>
<p>Alva, {{Brand Name}}</p>`,
  },
];

/** What creators wrote back. */
export const DEMO_REPLIES = [
  'Hi Alva, this sounds like me. My rate for two reels is $580, and I take a medium. I could film the week after next.',
  'Thanks for writing. I am booked until the middle of December, but I would love to do something in January. Would that still help?',
  'Yes please, send the gloves. I start at five most days, so they will be used. What is the best way to send you my address?',
  'Lovely kit. Could we talk about usage? Six months on your own channels is fine, paid ads would be extra.',
];
