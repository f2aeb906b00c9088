import { expect, test } from 'vitest';
import {
  EmailTemplateForm,
  fillTemplate,
  normalizeVariables,
  splitTemplate,
  TEMPLATE_VARIABLES,
  TemplateBody,
  templateText,
  templateTextError,
  unknownVariables,
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
  expect(wrong({ subject: 'Dear {{Name' })).toEqual(['Incomplete variable. Write {{Name}}']);
  expect(wrong({ subject: 'Dear\nNina' })).toEqual(['A subject must be a single line']);
});

test('reports only the first problem of a body', () => {
  const wrong = (template: string) =>
    TemplateBody.safeParse(template).error?.issues.map(({ message }) => message);
  expect(wrong('{{X}}')).toEqual(['Template is too short']);
  const marks = (count: number) => `${'<b>'.repeat(count)}A letter to you`;
  expect(wrong(marks(20_000))).toBeUndefined();
  expect(wrong(marks(20_001))).toEqual(['This has too much formatting. Paste it as plain text.']);
  expect(wrong('<b>'.repeat(20_001))).toEqual(['This has too much formatting. Paste it as plain text.']);
});

test('lists at most five unknown variables of 60 characters each', () => {
  const names = ['a', 'b', 'c', 'x'.repeat(61), 'd', 'e'];
  const template = names.map((name) => `{{${name}}}`).join(' ');
  expect(TemplateBody.safeParse(template).error?.issues[0]?.message).toBe(
    `Unknown variable: {{a}}, {{b}}, {{c}}, {{${'x'.repeat(60)}}}, {{d}}`,
  );
});
