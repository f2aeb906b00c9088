import { expect, test } from 'vitest';
import type { z } from 'zod';
import { NewBrand } from './account/brand.ts';
import { AgreementChange, Offer } from './campaigns/agreement.ts';
import { Answer, NewOptIn, OptInChange, Rating, ShippingAddress } from './campaigns/opt-in.ts';
import { OwnPayable, Payable, PayableMove } from './campaigns/payable.ts';
import { LiveQuery, NewEmail, NewMessage, SavedReply } from './inbox/conversation.ts';
import { EmailTemplateForm } from './outreach/email-template.ts';

const ID = '0199f1c0-0000-7000-8000-000000000001';
const x = (length: number) => 'x'.repeat(length);
const list = <T>(length: number, item: T) => Array<T>(length).fill(item);
const reel = { kind: 'reel', count: 1 };
const answer = (change: object = {}) => ({ questionId: 'q', answer: 'Yes', ...change });

/** A schema, a valid value, and accepted and rejected values per field. */
type Limits = [z.ZodObject, Record<string, unknown>, Record<string, [taken: unknown[], refused: unknown[]]>];

const LIMITS: Record<string, Limits> = {
  NewMessage: [
    NewMessage,
    { clientId: ID, text: 'Hi' },
    {
      text: [['', x(20_000)], [x(20_001)]],
      attachments: [[[], list(10, ID)], [list(11, ID)]],
    },
  ],
  NewEmail: [
    NewEmail,
    { clientId: ID, subject: 'Hi' },
    {
      subject: [
        ['a', x(500)],
        ['', ' ', x(501)],
      ],
      text: [['', x(20_000)], [x(20_001)]],
      html: [[null, '', x(200_000)], [x(200_001)]],
      attachments: [[[], list(10, ID)], [list(11, ID)]],
    },
  ],
  SavedReply: [
    SavedReply,
    { id: ID, label: 'Thanks', text: 'Thank you' },
    {
      label: [
        ['a', x(120)],
        ['', ' ', x(121)],
      ],
      text: [
        ['a', x(5000)],
        ['', ' ', x(5001)],
      ],
    },
  ],
  LiveQuery: [
    LiveQuery,
    {},
    {
      lastEventId: [
        [undefined, '0', '123456789012345'],
        ['', 'a', '1a', 'a1', '1234567890123456'],
      ],
    },
  ],
  Rating: [
    Rating,
    { content: 5, creativity: 5, communication: 5, overall: 5 },
    {
      content: [
        [0, 2.5, 5],
        [-0.1, 5.1],
      ],
      overall: [
        [0, 5],
        [-1, 6],
      ],
    },
  ],
  ShippingAddress: [
    ShippingAddress,
    { name: 'Ana', street: 'Rua 1', city: 'Porto', postcode: '', region: '', country: 'PT', phone: '' },
    {
      name: [[x(200)], ['', ' ', x(201)]],
      street: [[x(300)], ['', x(301)]],
      city: [[x(200)], ['', x(201)]],
      postcode: [['', x(40)], [x(41)]],
      region: [['', x(200)], [x(201)]],
      country: [['NO'], ['', 'N', 'NOR']],
      phone: [['', x(60)], [x(61)]],
    },
  ],
  Answer: [
    Answer,
    { questionId: 'q', question: 'Size?', answer: 'M' },
    { questionId: [[x(40)], [x(41)]], answer: [['', x(5000)], [x(5001)]] },
  ],
  OptInChange: [
    OptInChange,
    {},
    {
      status: [[undefined, 'approved'], ['new']],
      reason: [['', x(1000)], [x(1001)]],
      shipment: [
        [
          undefined,
          ...['asked', 'shipped', 'received'].map((state) => ({ state })),
          { state: 'shipped', carrier: x(100), tracking: x(200) },
          { state: 'shipped', carrier: null, tracking: null },
        ],
        [{ state: 'ready' }, { state: 'shipped', carrier: x(101) }, { state: 'shipped', tracking: x(201) }],
      ],
      version: [
        [1, 2],
        [0, 1.5],
      ],
    },
  ],
  NewOptIn: [
    NewOptIn,
    { socialProfileId: ID, pitch: '', askedFee: null, answers: [], accepted: true },
    {
      pitch: [['', x(5000)], [x(5001)]],
      askedFee: [
        [null, 0, 1_000_000_000],
        [-1, 0.5, 1_000_000_001],
      ],
      answers: [
        [list(20, answer()), [answer({ questionId: x(40), answer: x(5000) })]],
        [list(21, answer()), [answer({ questionId: x(41) })], [answer({ answer: x(5001) })], [{}]],
      ],
      accepted: [[true], [false, undefined]],
      inviteToken: [[undefined, null, x(100)], [x(101)]],
    },
  ],
  AgreementChange: [
    AgreementChange,
    {},
    {
      fee: [
        [undefined, null, 0, 1_000_000_000],
        [-1, 0.5, 1_000_000_001],
      ],
      currency: [
        [undefined, 'EUR'],
        ['eur', 'EU', 'EURO', 'xEUR'],
      ],
      deliverables: [
        [undefined, [], list(20, reel)],
        [list(21, reel), [{}]],
      ],
    },
  ],
  Offer: [
    Offer.pick({ number: true }),
    {},
    {
      number: [
        [1, 2],
        [0, 1.5],
      ],
    },
  ],
  Payable: [
    Payable.pick({ fee: true, processingFee: true, brandPays: true, version: true }),
    { fee: 100, processingFee: 5, brandPays: 105, version: 1 },
    {
      fee: [
        [0, 1],
        [-1, 0.5],
      ],
      processingFee: [[0, 1], [-1]],
      brandPays: [[0, 1], [-1]],
      version: [[1, 2], [0]],
    },
  ],
  OwnPayable: [
    OwnPayable.pick({ creatorGets: true }),
    {},
    {
      creatorGets: [
        [0, 1],
        [-1, 0.5],
      ],
    },
  ],
  PayableMove: [
    PayableMove,
    { payables: [{ id: ID, version: 1 }], state: 'approved' },
    {
      payables: [
        [[{ id: ID, version: 2 }], list(200, { id: ID, version: 1 })],
        [[], [{}], [{ id: ID, version: 0 }], list(201, { id: ID, version: 1 })],
      ],
      reason: [['', x(500)], [x(501)]],
      reference: [['', x(140)], [x(141)]],
    },
  ],
  NewBrand: [
    NewBrand,
    { name: 'Larkmoor', website: 'larkmoor.example', description: 'Trail gear' },
    {
      name: [[x(120)], ['', ' ', x(121), 'https://larkmoor.example']],
      website: [['https://larkmoor.example'], ['', ' ', 'larkmoor']],
      description: [[x(4000)], ['', x(4001)]],
    },
  ],
  EmailTemplateForm: [
    EmailTemplateForm,
    { label: 'Invite', subject: 'Hi', template: 'A letter to you' },
    {
      label: [[x(200)], ['', ' ', x(201)]],
      subject: [
        [x(300), 'Hi {{Name}}'],
        ['', ' ', x(301), 'a\nb', 'a\rb', 'Hi {{Name', 'Hi {{Nobody}}'],
      ],
      // The text limit doesn't include markup.
      template: [[x(30_000), x(500_000)], [x(500_001)]],
      campaigns: [
        [undefined, [], list(200, ID)],
        [list(201, ID), ['a']],
      ],
    },
  ],
};

test.each(
  Object.entries(LIMITS).flatMap(([name, [schema, whole, fields]]) =>
    Object.entries(fields).map(([field, [taken, refused]]) => ({
      name,
      field,
      schema,
      whole,
      taken,
      refused,
    })),
  ),
)('enforces the limits of $name.$field', ({ field, schema, whole, taken, refused }) => {
  const fits = (value: unknown) => schema.safeParse({ ...whole, [field]: value }).success;
  for (const value of taken) expect(fits(value), `takes ${JSON.stringify(value)?.slice(0, 80)}`).toBe(true);
  for (const value of refused)
    expect(fits(value), `refuses ${JSON.stringify(value)?.slice(0, 80)}`).toBe(false);
});

test.each<[string, z.ZodObject, object, object]>([
  [
    "a message isn't a note, has no files and is sent now",
    NewMessage,
    { clientId: ID, text: 'Hi' },
    { note: false, attachments: [], sendAt: null, campaignId: null },
  ],
  [
    'an email has no text, no files and no campaign',
    NewEmail,
    { clientId: ID, subject: 'Hi' },
    { text: '', html: null, attachments: [], campaignId: null },
  ],
  [
    'an opt-in came without an invite',
    NewOptIn,
    { socialProfileId: ID, pitch: '', askedFee: null, answers: [], accepted: true },
    { inviteToken: null },
  ],
  [
    'a payment moves without a reason and a reference',
    PayableMove,
    { payables: [{ id: ID, version: 1 }], state: 'paid' },
    { reason: '', reference: '' },
  ],
  [
    'a template is for no campaign',
    EmailTemplateForm,
    { label: 'Invite', subject: 'Hi', template: 'A letter to you' },
    { campaigns: [] },
  ],
])('by default %s', (_title, schema, given, added) => {
  expect(schema.parse(given)).toEqual({ ...given, ...added });
});
