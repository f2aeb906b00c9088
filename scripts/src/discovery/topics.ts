import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure, run } from '../failure.ts';
import { root } from '../folders.ts';

const FOLDER = path.join(root, 'packages', 'domain', 'src', 'discovery', 'topics');
const FIELDS = 12;

/** `npm run topics`: checks the vocabulary of topics (`topics.txt`) and writes it as a module. */
await run(async () => {
  const lines = readFileSync(path.join(FOLDER, 'topics.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const ids = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const fields = line.split('|');
    const [id = ''] = fields;
    if (fields.length !== FIELDS)
      throw new Failure(`Topic ${index + 1} (${id}) has ${fields.length} fields.`);
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
  const quoted = lines.map((line) => `  ${JSON.stringify(line)},`).join('\n');
  writeFileSync(
    path.join(FOLDER, 'topics.gen.ts'),
    `// Made from topics.txt by \`npm run topics\`.\nexport const TOPIC_LINES: readonly string[] = [\n${quoted}\n];\n`,
  );
  console.log(`${lines.length} topics`);
  return 0;
});
