import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { TermCounter } from '@troupe/domain/discovery/topics/term-candidates';
import { topicName } from '@troupe/domain/discovery/topics/topic-vocabulary';
import { openInstallation } from '../backup/installation.ts';
import { Failure, run } from '../failure.ts';
import { root } from '../folders.ts';
import { instanceOptions, parse, toInstance } from '../options.ts';
import { withClient } from '../postgres/databases.ts';

const FOLDER = path.join(root, 'packages', 'domain', 'src', 'discovery', 'topics');
const FIELDS = 12;

/** Creators read per statement. */
const BATCH = 2000;
/** Suggestions per topic. */
const MOST = 15;

/**
 * `npm run topics`: checks the vocabulary of topics (`topics.txt`) and writes it as a module. With `--suggest` it reads
 * what the creators of an installation write, and lists terms that occur together with a topic and aren't in the
 * vocabulary; a person decides which ones to add.
 */
await run(async () => {
  const { values } = parse(() =>
    parseArgs({ options: { ...instanceOptions, suggest: { type: 'boolean' } }, strict: true }),
  );
  return values.suggest ? await suggest(values) : writeModule();
});

async function suggest(values: Parameters<typeof toInstance>[0]): Promise<number> {
  const installation = await openInstallation(toInstance(values));
  const counter = new TermCounter();
  let read = 0;
  try {
    await withClient(installation.databases.api, async (client) => {
      for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
        const { rows } = await client.query<{ id: string; texts: string[]; topics: string[] }>(
          `select id, topics, array_prepend(bio, array(
              select title from content where creator_id = creator.id order by published_at desc nulls last limit 12
            )) as texts
          from creator where id > $1 and topics <> '{}' order by id limit ${BATCH}`,
          [after],
        );
        for (const row of rows) counter.add(row);
        read += rows.length;
        const last = rows.at(-1);
        if (!last) return;
        after = last.id;
      }
    });
  } finally {
    await installation.close();
  }
  const found = counter.candidates(MOST);
  for (const { topic, term, creators, withTopic } of found)
    console.log(`${topic} (${topicName(topic, 'en')})\t${term}\t${withTopic} of ${creators} creators`);
  console.log(`${found.length} suggestions from the texts of ${read} creators`);
  return 0;
}

function writeModule(): number {
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
}
