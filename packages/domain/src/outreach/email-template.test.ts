import { expect, test } from 'vitest';
import {
  EmailTemplateForm,
  FollowUpBody,
  fieldVariable,
  fillTemplate,
  firstNameOf,
  normalizeVariables,
  sampleFields,
  splitTemplate,
  TEMPLATE_VARIABLES,
  TemplateBody,
  templateText,
  templateTextError,
  unknownVariablePlaces,
  unknownVariables,
  variableOfField,
  variablesWithoutFallback,
} from './email-template.ts';

const VALUES = {
  Name: 'Ana',
  Username: 'ana.lima',
  Email: 'ana@x.example',
  'Brand Name': 'Larkmoor',
  'Campaign Name': 'Kit',
};

test('has the variables of the specification', () => {
  expect(TEMPLATE_VARIABLES).toEqual(['Name', 'Username', 'Email', 'Brand Name', 'Campaign Name']);
});

test('the length of a body excludes markup', () => {
  expect(templateText('<p>a <b>b</b>&nbsp;c</p>\n<p>d</p>')).toBe('a b c d');
  expect(templateText('<p>a</p><script>b < c</script ><STYLE>d</style>e<script>never closed')).toBe('a e');
  expect(templateText('1 < 2 &amp; 3 &gt; 2')).toBe('1 < 2 & 3 > 2');
  expect(templateText('<p>a</p><style>b</style><p>c</p>')).toBe('a c');
  expect(templateText('a&#160;b&#xA0;c&NBSP;d')).toBe('a b c d');
  expect(templateText('&lt;b&gt; &quot;x&quot; &copy;')).toBe('<b> "x" &copy;');
  expect(templateTextError('<p>&#160; </p>')).toBe('Please enter a template');
  expect(templateTextError('<p>0123456789</p>')).toBe('Template is too short');
  expect(templateTextError('<p>0123456789A</p>')).toBeNull();
});

test('recognizes variables in any case, with spaces and with markup inside', () => {
  expect(unknownVariables('{{Name}} {{ brand&nbsp; name }} {{<b>Email</b>}} {{Na<i>me</i>}}')).toEqual([]);
  expect(unknownVariables('{{Brand&#160;Name}} {{Brand\u00a0Name}} {{Brand&nbsp;Name}}')).toEqual([]);
  expect(unknownVariables('{{Nme}} {{}} {{ Foo Bar }} {{Nme}} {Name}')).toEqual(['Nme', '', 'Foo Bar']);
  expect(normalizeVariables('{{ campaign  name }}')).toBe('{{Campaign Name}}');
  expect(normalizeVariables('{{<b>na</b>me}}')).toBe('{{Name}}<b></b>');
  expect(normalizeVariables('<b>{{na</b>me}} {{Nobody}}')).toBe('<b>{{Name}}</b> {{Nobody}}');
});

test('fills variables once, without filling values again', () => {
  const written = 'Hi {{Name}} of {{ campaign name }}{{Name}}{{Nobody}}';
  const loud = (value: string) => value.toUpperCase();
  expect(fillTemplate(written, VALUES, loud)).toBe('Hi ANA of KITANA{{Nobody}}');
  expect(fillTemplate(splitTemplate(written), { ...VALUES, Name: '{{Email}}' }, (value) => value)).toBe(
    'Hi {{Email}} of Kit{{Email}}{{Nobody}}',
  );
});

test('[R5.001, R5.002, R5.003, R5.004] reports missing fields', () => {
  const wrong = (form: object) =>
    EmailTemplateForm.safeParse({
      label: 'a',
      subject: 'b',
      template: 'A letter to you',
      ...form,
    }).error?.issues.map(({ message }) => message);
  expect(wrong({})).toBeUndefined();
  expect(wrong({ label: ' ' })).toEqual(['Please enter a label for your template']);
  expect(wrong({ subject: undefined })).toEqual(['Please enter a subject for your template']);
  expect(wrong({ template: ' <p> </p>' })).toEqual(['Please enter a template']);
  expect(wrong({ template: 'short' })).toEqual(['Template is too short']);
  expect(wrong({ template: 'Dear {{Someone}}' })).toEqual(['Unknown variable: {{Someone}}']);
  expect(wrong({ label: undefined, subject: undefined, template: undefined })).toEqual([
    'Please enter a label for your template',
    'Please enter a subject for your template',
    'Please enter a template',
  ]);
  expect(wrong({ subject: ' ' })).toEqual(['Please enter a subject for your template']);
  expect(wrong({ subject: 'Dear {{Someone}}' })).toEqual(['Unknown variable: {{Someone}}']);
  expect(wrong({ subject: 'Dear {{Name' })).toEqual(['Incomplete variable. Use the format {{Name}}']);
  expect(wrong({ subject: 'Dear\nNina' })).toEqual(['A subject must be a single line']);
});

test('reports only the first problem of a body', () => {
  const wrong = (template: string) =>
    TemplateBody.safeParse(template).error?.issues.map(({ message }) => message);
  expect(wrong('{{X}}')).toEqual(['Template is too short']);
  const marks = (count: number) => `${'<b>'.repeat(count)}A letter to you`;
  expect(wrong(marks(20_000))).toBeUndefined();
  expect(wrong(marks(20_001))).toEqual(['This text has too much formatting. Paste it as plain text.']);
  expect(wrong('<b>'.repeat(20_001))).toEqual(['This text has too much formatting. Paste it as plain text.']);
});

test('lists at most five unknown variables of 60 characters each', () => {
  const names = ['a', 'b', 'c', 'x'.repeat(61), 'd', 'e'];
  const template = names.map((name) => `{{${name}}}`).join(' ');
  expect(TemplateBody.safeParse(template).error?.issues[0]?.message).toBe(
    `Unknown variable: {{a}}, {{b}}, {{c}}, {{${'x'.repeat(60)}}}, {{d}}`,
  );
});

test('writes what the text says where a value is empty', () => {
  const html = (value: string) => value.replace(/</g, '&lt;');
  const written = 'Hi {{First Name|there}}, {{ latest_post | your last post }}: {{List Note}}';
  expect(fillTemplate(written, VALUES, html)).toBe('Hi there, your last post: ');
  expect(fillTemplate(written, { ...VALUES, 'First Name': 'Ana', 'List Note': 'new' }, html)).toBe(
    'Hi Ana, your last post: new',
  );
  // What is written instead is escaped like a value.
  expect(fillTemplate('{{First Name|a &lt;b> c}}', VALUES, html)).toBe('a &lt;b> c');
  expect(fillTemplate('{{First Name|there}}', { ...VALUES, 'First Name': '  ' }, html)).toBe('there');
  expect(fillTemplate('{{Name|nobody}} {{handle}}', VALUES, html)).toBe('Ana ana.lima');
});

test('normalizes variables with what to write instead', () => {
  expect(normalizeVariables('{{ first_name | <b>there</b> }}')).toBe('{{First Name|there}}<b></b>');
  expect(normalizeVariables('{{Handle}} {{first name|}}')).toBe('{{Username}} {{First Name}}');
  expect(unknownVariables('{{First Nme|there}} {{first_name|there}}')).toEqual(['First Nme']);
});

test('names optional variables that have nothing to write instead', () => {
  expect(variablesWithoutFallback('{{Name}} {{First Name|there}} {{Latest Post}} {{latest_post}}')).toEqual([
    'Latest Post',
  ]);
});

test('fills custom fields of lists by name, whatever their spelling', () => {
  const written = '{{Field: Shirt size}}, {{field:shirt_SIZE|M}}, {{Field: R&amp;D|?}} {{Field: Color|red}}';
  const values = { ...VALUES, [fieldVariable(' Shirt  Size ')]: 'XL', [fieldVariable('R&D')]: 'yes' };
  expect(fillTemplate(written, values, (value) => value)).toBe('XL, XL, yes red');
  expect(unknownVariables(`${written} {{Field:}} {{Fields: a}} {{Field: ${'x'.repeat(201)}}}`)).toEqual([
    ...['Field:', 'Fields: a', `Field: ${'x'.repeat(201)}`],
  ]);
  expect(normalizeVariables('{{ field : <b>Shirt size</b> | M }}')).toBe('{{Field: Shirt size|M}}<b></b>');
  expect(variablesWithoutFallback('{{Latest Post}} {{Field: A}} {{field:a}} {{Field: B|b}}')).toEqual([
    ...['Latest Post', 'Field: A'],
  ]);
  expect(sampleFields('{{Field: Shirt size|M}}')).toEqual({ 'Field: shirt size': '[Shirt size]' });
  expect([variableOfField('Shirt size'), variableOfField('a|b')]).toEqual(['Field: Shirt size', null]);
});

test('says where unknown variables are', () => {
  expect(unknownVariablePlaces('<p>Hi <b>you</b>,</p><p>see {{Foo}} and {{Bar|x}}</p>{{Name}}')).toEqual([
    { name: 'Foo', line: 2, column: 5 },
    { name: 'Bar', line: 2, column: 17 },
  ]);
  expect(unknownVariablePlaces('Hi {{Foo}}<br>{{Bar}}')).toEqual([
    { name: 'Foo', line: 1, column: 4 },
    { name: 'Bar', line: 2, column: 1 },
  ]);
  const { error } = FollowUpBody.safeParse('<p>Hello again</p><p>{{First Nme}}</p>');
  expect(error?.issues[0]?.message).toBe('Unknown variable {{First Nme}} on line 2, character 1.');
});

test('finds the first name of people only', () => {
  const names = {
    'Ana Lima': 'Ana',
    'ANA LIMA': 'Ana',
    'Dr. Åsa Öberg': 'Åsa',
    '✨ Zoë Kravitz ✨': 'Zoë',
    'Jean-Luc Moreau | Paris': 'Jean-Luc',
    'ana.lima': '',
    'The Daily Runner': '',
    'Team Berlin': '',
    'best recipes every day for you': '',
    '4 paws': '',
    'A.': '',
    '': '',
  };
  for (const [name, first] of Object.entries(names))
    expect(`${name}: ${firstNameOf(name)}`).toBe(`${name}: ${first}`);
});

test('reports the missing text of an empty follow-up', () => {
  const messages = (body: unknown) =>
    FollowUpBody.safeParse(body).error?.issues.map(({ message }) => message);
  expect(messages('<p> </p>')).toEqual(['Enter the text of this follow-up']);
  expect(messages(undefined)).toEqual(['Enter the text of this follow-up']);
});
