import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { TermCounter } from '@troupe/domain/discovery/topics/term-candidates';
import { topicName } from '@troupe/domain/discovery/topics/topic-vocabulary';
import { openInstallation } from '../backup/installation.ts';
import { run } from '../failure.ts';
import { root } from '../folders.ts';
import { instanceOptions, parse, toInstance } from '../options.ts';
import { withClient } from '../postgres/databases.ts';
import { readTopicLines, topicModule } from './topic-module.ts';

const FOLDER = path.join(root, 'packages', 'domain', 'src', 'discovery', 'topics');

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
  const lines = readTopicLines(readFileSync(path.join(FOLDER, 'topics.txt'), 'utf8'));
  writeFileSync(path.join(FOLDER, 'topics.gen.ts'), topicModule(lines));
  console.log(`${lines.length} topics`);
  return 0;
}
