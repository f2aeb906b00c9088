import { Readable } from 'node:stream';
import { CSV_BOM, type CsvCell, csvLine } from '@troupe/domain/csv';
import { inLanguage } from '@troupe/i18n/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileLanguage } from '../language.ts';
import { csvWord } from './csv-words.ts';

/** A table to download. */
export interface CsvFile<Row> {
  /** The name of the file, with its ending. */
  name: string;
  /** Column titles in English, which `csvWord` writes, or a function that writes them in the reader's language. */
  head: readonly string[] | (() => readonly string[]);
  /** In batches. */
  rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** The cells of a row, called in the reader's language. */
  cells: (row: Row) => readonly CsvCell[];
}

/** Yields a table as CSV in the current language of each step. */
async function* csvText<Row>({ head, rows, cells }: CsvFile<Row>, language: ReturnType<typeof fileLanguage>) {
  const titles = typeof head === 'function' ? head : () => head.map(csvWord);
  yield CSV_BOM + inLanguage(language, () => csvLine(titles()));
  for await (const batch of rows)
    if (batch.length > 0) yield inLanguage(language, () => batch.map((row) => csvLine(cells(row))).join(''));
}

/** Answers with a table as CSV, in the language that the request asks for. */
export const sendCsv = <Row>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  file: CsvFile<Row>,
): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(csvText(file, fileLanguage(request))));
