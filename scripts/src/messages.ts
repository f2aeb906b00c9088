import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { allCatalogs, checkMessages, generatedFile } from './check/message-rules.ts';
import { run } from './failure.ts';
import { root } from './folders.ts';

/** Writes the typed file of each message catalog, and lists what is wrong with the catalogs. */
await run(async () => {
  for (const catalog of allCatalogs(root)) {
    const { file, text } = generatedFile(catalog);
    writeFileSync(path.join(root, file), text);
  }
  const violations = checkMessages(root);
  for (const { file, line, text } of violations) console.error(`${file}:${line}: ${text}`);
  return violations.length === 0 ? 0 : 1;
});
