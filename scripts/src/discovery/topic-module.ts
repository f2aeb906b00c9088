import { Failure } from '../failure.ts';

const FIELDS = 12;

/** Returns the topics of `topics.txt`, one on each line. @throws Failure that names the first mistake */
export function readTopicLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const ids = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const fields = line.split('|');
    const [id = ''] = fields;
    if (fields.length !== FIELDS)
      throw new Failure(`Topic ${index + 1} (${id}) has ${fields.length} fields instead of ${FIELDS}.`);
    if (!/^[a-z0-9]+$/.test(id))
      throw new Failure(`Use lowercase letters and digits for the topic id "${id}".`);
    if (ids.has(id)) throw new Failure(`The topic ${id} is listed twice.`);
    ids.add(id);
  }
  for (const line of lines) {
    const [id, broader = '', near = ''] = line.split('|');
    for (const other of [...broader.split(','), ...near.split(',')].filter(Boolean))
      if (!ids.has(other)) throw new Failure(`The topic ${id} names the unknown topic ${other}.`);
  }
  return lines;
}

/** Returns the text of the module that holds these topics. */
export function topicModule(lines: readonly string[]): string {
  const quoted = lines.map((line) => `  ${JSON.stringify(line)},`).join('\n');
  return `// Made from topics.txt by \`npm run topics\`.\nexport const TOPIC_LINES: readonly string[] = [\n${quoted}\n];\n`;
}
