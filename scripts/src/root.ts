import path from 'node:path';

/** The folder of the clone: where package.json, apps/ and packages/ lie. */
export const root = path.resolve(import.meta.dirname, '../..');
