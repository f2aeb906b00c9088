import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModelCard } from '@troupe/domain/listening/sentiment/model-card';
import { readModel } from '@troupe/domain/listening/sentiment/model-file';
import {
  type SentimentModel,
  type SentimentScore,
  scoreSentiment,
} from '@troupe/domain/listening/sentiment/sentiment-model';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { z } from 'zod';
import type { Api } from '../../../platform/api.ts';
import type { Listener } from '../../../platform/listen.ts';
import { readActiveModels } from './sentiment-model.queries.ts';

/** The channel on which a brand whose models changed is announced. */
const MODELS_CHANNEL = 'sentiment_models_changed';
/** Brands whose own models are kept in memory; a model has 0.4 MB. */
const MOST_BRANDS = 50;

/** The models that judge mentions: those of the installation, which are files, and those that brands taught. */
export class SentimentModels {
  readonly #pool: pg.Pool;
  readonly #log: Api['log'];
  readonly #folder: string;
  #installed: Map<string, SentimentModel> | null = null;
  readonly #brands = new LRUCache<string, Map<string, SentimentModel>>({ max: MOST_BRANDS });

  constructor({ pool, log, config }: Pick<Api, 'pool' | 'log' | 'config'>, listener: Listener) {
    this.#pool = pool;
    this.#log = log;
    this.#folder = config.SENTIMENT_DIR;
    listener.on(MODELS_CHANNEL, (brandId) => {
      if (brandId === '') this.#brands.clear();
      else this.#brands.delete(brandId);
    });
  }

  /** Models of the installation by language. A file that can't be read is logged and left out. */
  installed(): ReadonlyMap<string, SentimentModel> {
    this.#installed ??= this.#readFolder();
    return this.#installed;
  }

  /** Cards of the installation's models. */
  cards(): ModelCard[] {
    const file = join(this.#folder, 'model-cards.json');
    if (!existsSync(file)) return [];
    try {
      return z.array(ModelCard).parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      this.#log.error({ err: error }, "failed to read the sentiment models' cards");
      return [];
    }
  }

  /**
   * Reads the models of brands, so that `judge` knows them. One that can't be read, such as one of an earlier version of the
   * features, is logged; the installation's model judges until the brand's is retrained.
   */
  async load(brandIds: Iterable<string>): Promise<void> {
    const missing = [...new Set(brandIds)].filter((id) => !this.#brands.has(id));
    if (missing.length === 0) return;
    const found = await readActiveModels(this.#pool, missing);
    for (const id of missing) {
      const own = found.filter(({ brandId }) => brandId === id);
      const models = new Map<string, SentimentModel>();
      for (const { lang, weights } of own) {
        try {
          models.set(lang, readModel(weights));
        } catch (error) {
          this.#log.warn({ err: error, brandId: id, lang }, "failed to read a brand's sentiment model");
        }
      }
      this.#brands.set(id, models);
    }
  }

  /** The model of a brand for a language; undefined without one. */
  of(brandId: string, lang: string | null): SentimentModel | undefined {
    if (lang === null) return undefined;
    return this.#brands.get(brandId)?.get(lang) ?? this.installed().get(lang);
  }

  /** Judges a text for a brand whose models were loaded. */
  judge(brandId: string, lang: string | null, text: string): SentimentScore {
    return scoreSentiment(text, lang, this.of(brandId, lang));
  }

  #readFolder(): Map<string, SentimentModel> {
    const models = new Map<string, SentimentModel>();
    if (!existsSync(this.#folder)) return models;
    for (const { language } of this.cards()) {
      try {
        models.set(language, readModel(readFileSync(join(this.#folder, `${language}.model`))));
      } catch (error) {
        this.#log.error({ err: error, language }, 'failed to read a sentiment model');
      }
    }
    return models;
  }
}
