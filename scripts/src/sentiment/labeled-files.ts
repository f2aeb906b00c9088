import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LabeledText } from '@troupe/domain/listening/sentiment/train-model';
import { parse } from 'csv-parse/sync';
import { Failure } from '../failure.ts';

/** Folders of labeled texts, by language. */
export const TRAINED_LANGUAGES: Record<string, string> = {
  en: 'tweets_english',
  es: 'tweets_spanish',
  pt: 'tweets_portuguese',
  de: 'tweets_german',
  ar: 'tweets_arabic',
};
/** Languages without labeled texts. */
export const TRANSFER_LANGUAGES = ['fr', 'it', 'hi'];

const BRAND_POSTS = 'brand_tweets_sxsw_a.csv';
const ESCAPE = /\\u([0-9a-f]{4})/gi;
const LABELS: Record<string, number> = {
  'Negative emotion': 0,
  'No emotion toward brand or product': 1,
  'Positive emotion': 2,
};

/**
 * Reads `{train,val}_{text,labels}.txt` of a language: one text or label per line, 0 negative, 1 neutral, 2 positive.
 * @throws Failure naming the file that is missing or doesn't fit
 */
export function readLabeledTexts(folder: string): LabeledText[] {
  return ['train', 'val'].flatMap((part) => {
    const texts = linesOf(path.join(folder, `${part}_text.txt`));
    const labels = linesOf(path.join(folder, `${part}_labels.txt`));
    if (texts.length !== labels.length)
      throw new Failure(`${folder}: ${texts.length} texts, but ${labels.length} labels in part ${part}.`);
    return texts.map((text, at) => ({ text: unescapeText(text), label: toLabel(labels[at], folder) }));
  });
}

/** Reads the crowd-labeled posts about brands; undefined if the file isn't there. Posts without a clear label are left out. */
export function readBrandPosts(data: string): LabeledText[] | undefined {
  const file = path.join(data, BRAND_POSTS);
  if (!existsSync(file)) return undefined;
  const rows: string[][] = parse(readFileSync(file, 'latin1'), {
    relax_quotes: true,
    relax_column_count: true,
  });
  return rows.slice(1).flatMap(([text = '', , emotion = '']) => {
    const label = LABELS[emotion];
    return label === undefined || text === '' ? [] : [{ text: text.replace(/\{link\}/g, 'http'), label }];
  });
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
  } catch {
    throw new Failure(`Couldn't read ${file}. Name the folder of the labeled texts with --data FOLDER.`);
  }
}

/** Some files have escapes instead of characters. */
const unescapeText = (text: string) =>
  text.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function toLabel(line: string | undefined, folder: string): number {
  const label = Number(line);
  if (label !== 0 && label !== 1 && label !== 2)
    throw new Failure(`${folder}: "${line}" is not a label from 0 to 2.`);
  return label;
}
