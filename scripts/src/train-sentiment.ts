import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { learnCorrections } from '@troupe/domain/listening/sentiment/learn-corrections';
import { type ModelCard, modelCard } from '@troupe/domain/listening/sentiment/model-card';
import { serializeModel } from '@troupe/domain/listening/sentiment/model-file';
import type { SentimentModel } from '@troupe/domain/listening/sentiment/sentiment-model';
import { isHeldOut } from '@troupe/domain/listening/sentiment/text-split';
import {
  type Evaluation,
  type SourceLanguage,
  trainModel,
  transferModel,
} from '@troupe/domain/listening/sentiment/train-model';
import { Failure, run } from './failure.ts';
import { root } from './folders.ts';
import {
  readBrandPosts,
  readLabeledTexts,
  TRAINED_LANGUAGES,
  TRANSFER_LANGUAGES,
} from './sentiment/labeled-files.ts';
import { describeEvaluation, measureModel, textsPerSecond } from './sentiment/measure-model.ts';
import { readLexicon } from './sentiment/read-lexicon.ts';

const usage = 'Use: npm run train-sentiment -- [--data FOLDER] [--out FOLDER] [--version N] [--measure]';
const VERSION = 3;
const SOURCE = 'UMSAB tweets (cardiffnlp/xlm-t) and AFINN-165, translated, with additions';
const LICENSE = 'AFINN-165: MIT. Tweets: terms of the data sets and of Twitter; do not redistribute.';

/**
 * `npm run train-sentiment [-- --data FOLDER] [--out FOLDER] [--version N] [--measure]`: trains a sentiment model per
 * language from all labeled texts and writes `<language>.model` and `model-cards.json`. With `--measure`, leaves out a fifth
 * of the texts and measures the models on them, and on posts about brands.
 */
await run(async () => {
  const options = read(process.argv.slice(2));
  mkdirSync(options.out, { recursive: true });
  const sources = Object.entries(TRAINED_LANGUAGES).map(([language, folder]) => ({
    language,
    lexicon: readLexicon(language),
    all: readLabeledTexts(path.join(options.data, folder)),
  }));
  const cards: ModelCard[] = [];
  const training: SourceLanguage[] = [];
  let bytes = 0;
  const save = (
    model: SentimentModel,
    evaluation: Evaluation,
    measuredBy: ModelCard['measuredBy'],
    n: number,
  ) => {
    const file = serializeModel(model);
    bytes += file.length;
    writeFileSync(path.join(options.out, `${model.language}.model`), file);
    cards.push(
      modelCard(model, evaluation, {
        trainedOn: new Date().toISOString().slice(0, 10),
        trainingTexts: n,
        corrections: 0,
        measuredBy,
        source: SOURCE,
        license: LICENSE,
      }),
    );
    console.log(`${model.language}  ${measuredBy}  ${describeEvaluation(evaluation)}`);
  };

  let english: SentimentModel | undefined;
  for (const { language, lexicon, all } of sources) {
    const texts = options.measure ? all.filter(({ text }) => !isHeldOut(text)) : all;
    training.push({ language, lexicon, texts });
    const { model, crossValidated } = trainModel({ language, version: options.version, lexicon, texts });
    if (language === 'en') english = model;
    if (!options.measure) {
      save(model, crossValidated, 'cross-validation', texts.length);
      continue;
    }
    const heldOut = all.filter(({ text }) => isHeldOut(text));
    save(model, measureModel(model, heldOut), 'held-out', texts.length);
    console.log(`    cross-validation  ${describeEvaluation(crossValidated)}`);
    console.log(`    ${Math.round(textsPerSecond(model, all))} texts/s`);
  }
  for (const language of TRANSFER_LANGUAGES) {
    const target = { language, version: options.version, lexicon: readLexicon(language) };
    const { model, crossValidated } = transferModel(target, training);
    save(model, crossValidated, 'other-languages', training.flatMap(({ texts }) => texts).length);
  }
  writeFileSync(path.join(options.out, 'model-cards.json'), `${JSON.stringify(cards, null, 2)}\n`);
  console.log(`${cards.length} models, ${(bytes / 1e6).toFixed(2)} MB, in ${options.out}`);
  if (options.measure && english) measureBrandPosts(english, options.data);
});

/** Prints how well the English model judges posts about brands, before and after learning from corrections. */
function measureBrandPosts(model: SentimentModel, data: string): void {
  const posts = readBrandPosts(data);
  if (!posts) return;
  const unseen = posts.filter(({ text }) => isHeldOut(text));
  console.log(`Posts about brands  ${describeEvaluation(measureModel(model, unseen))}`);
  const corrections = posts.filter(({ text }) => !isHeldOut(text));
  for (const count of [50, 200, 1000, corrections.length]) {
    const result = learnCorrections(model, corrections.slice(0, count), model.version + 1);
    const learned = result.kept ? describeEvaluation(measureModel(result.model, unseen)) : result.reason;
    console.log(`    after ${count} corrections  ${learned}`);
  }
}

function read(args: string[]): { data: string; out: string; version: number; measure: boolean } {
  const shared = process.env.TROUPE_SHARED ?? path.join(root, '../shared');
  try {
    const { values } = parseArgs({
      args,
      options: {
        data: { type: 'string', default: path.join(shared, 'data/sentiment') },
        out: { type: 'string', default: path.join(root, '.troupe/sentiment') },
        version: { type: 'string', default: String(VERSION) },
        measure: { type: 'boolean', default: false },
      },
    });
    const version = Number(values.version);
    if (!Number.isInteger(version) || version < 1) throw new Failure(usage);
    return {
      data: path.resolve(values.data),
      out: path.resolve(values.out),
      version,
      measure: values.measure,
    };
  } catch {
    throw new Failure(usage);
  }
}
