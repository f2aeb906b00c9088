import { useQuery } from '@tanstack/react-query';
import { readCreatorSentence } from '@troupe/contract/discovery/sentence';
import type { SentenceReading, UnderstoodPart } from '@troupe/domain/discovery/sentence/reading';
import { Button } from '@troupe/ui/action/button';
import { Chip } from '@troupe/ui/action/chip';
import { useSettled } from '@troupe/ui/hooks';
import { listed } from '@troupe/ui/lib/format';
import { useEffect, useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import {
  type CreatorAddress,
  MANY,
  type ManyFilter,
  RANGES,
  type RangeFilter,
  SWITCHES,
  type SwitchFilter,
} from '../creator-address.ts';
import { t as search } from '../messages/messages.gen.ts';
import { audienceText } from '../search/audience/audience-labels.ts';
import { t as audience } from '../search/audience/messages/messages.gen.ts';
import { filterName, rangeText, switchText } from '../search/filter-labels.ts';
import { valueName } from '../search/value-names.ts';
import { t } from './messages/messages.gen.ts';
import { addressOfSentence, readFilters, saysMore } from './sentence-filters.ts';
import './sentence-panel.css';

/** Typing pauses at least this long before a sentence is read. */
const PAUSE_MS = 250;

interface SentencePanelProps {
  /** The search text. */
  text: string;
  /** A text whose filters are wanted at once: Enter was pressed. */
  wanted: string | undefined;
  onUse: (reading: SentenceReading) => void;
  /** Tells that filters of this text are offered. */
  onOffer: (text: string) => void;
}

/** What a description in the search field was understood as, and the button that sets these filters. */
export default function SentencePanel({ text, wanted, onUse, onOffer }: SentencePanelProps) {
  const brandId = useBrandId();
  const settled = useSettled(text, PAUSE_MS);
  const asked = wanted === text ? text : settled;
  const [assistedText, setAssistedText] = useState<string>();
  const optionsOf = (assist: 'true' | 'false') => ({
    ...callOptions(readCreatorSentence, { params: { brandId }, query: { text: asked, assist } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const read = useQuery(optionsOf('false'));
  const assisted = useQuery({ ...optionsOf('true'), enabled: assistedText === asked });
  const data = (assistedText === asked && assisted.data) || read.data;
  const mayAsk = read.data?.assistant === 'ready' && assistedText !== asked;
  const reading = data && asked === text && (saysMore(data) || data.assistant !== 'off') ? data : undefined;
  useEffect(() => {
    if (reading && saysMore(reading) && wanted === text) onUse(reading);
  }, [reading, wanted, text, onUse]);
  const offers = reading !== undefined && saysMore(reading);
  useEffect(() => {
    if (offers) onOffer(text);
  }, [offers, text, onOffer]);
  if (!reading || !(saysMore(reading) || mayAsk || reading.assistant === 'failed')) return null;
  return (
    <section className="sentence-panel" aria-label={t('title')}>
      <p className="t-12 t-ink3">{t('title')}</p>
      <FilterChips reading={reading} />
      <Notes reading={reading} />
      <p className="sentence-panel-use">
        {saysMore(reading) && (
          <>
            <Button kind="main" size="row" onClick={() => onUse(reading)}>
              {t('use')}
            </Button>
            <span className="t-12 t-ink3">{t('enter')}</span>
          </>
        )}
        {(mayAsk || assisted.isFetching) && (
          <Button size="row" busy={assisted.isFetching} onClick={() => setAssistedText(asked)}>
            {t('assistant.ask')}
          </Button>
        )}
        {reading.assistant === 'failed' && <span className="t-12 t-ink2">{t('assistant.failed')}</span>}
      </p>
    </section>
  );
}

function FilterChips({ reading }: { reading: SentenceReading }) {
  const address = addressOfSentence(reading.filters) as CreatorAddress;
  return (
    <ul className="sentence-panel-filters">
      {readFilters(reading).map(({ name, words }) => (
        <li key={name}>
          <Chip name={labelOf(name)} value={valueText(name, address)} />
          <span className="t-12 t-ink3">{t('from', { words: quoted(words) })}</span>
        </li>
      ))}
    </ul>
  );
}

const among = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

function labelOf(name: string): string | undefined {
  if (name === 'q') return t('search');
  if (name === 'sort') return t('sort');
  if (name === 'audience') return audience('title');
  return among<ManyFilter | RangeFilter>([...MANY, ...RANGES], name) ? filterName(name) : undefined;
}

function valueText(name: string, address: CreatorAddress): string {
  if (among<RangeFilter>(RANGES, name)) return rangeText(address, name) ?? '';
  if (among<ManyFilter>(MANY, name))
    return (address[name] ?? []).map((value) => valueName(name, value)).join(', ');
  if (name === 'audience') return (address.audience ?? []).map(audienceText).join(', ');
  if (among<SwitchFilter>(SWITCHES, name)) return switchText(name, address[name]);
  if (name === 'safety' && address.safety) return search(`filter.safety.${address.safety}`);
  return name === 'sort' && address.sort ? search(`sort.${address.sort}`) : (address.q ?? '');
}

/** Where a filter says something else than the words, and words that became no filter. */
export function Notes({ reading }: { reading: SentenceReading }) {
  const { understood, unused } = reading;
  const of = (as: UnderstoodPart['as']) =>
    understood.filter((part) => part.as === as).map(({ text }) => text);
  const [cities, ranges, thresholds] = [of('country-of-city'), of('range'), of('threshold')];
  const suggested = of('assistant');
  return (
    <>
      {cities.length > 0 && <p className="t-12 t-ink2">{t('almost.city', { words: quoted(cities) })}</p>}
      {ranges.length > 0 && <p className="t-12 t-ink2">{t('almost.range', { words: quoted(ranges) })}</p>}
      {thresholds.length > 0 && (
        <p className="t-12 t-ink2">{t('almost.threshold', { words: quoted(thresholds) })}</p>
      )}
      {suggested.length > 0 && (
        <p className="t-12 t-ink2">{t('almost.assistant', { words: quoted(suggested) })}</p>
      )}
      {unused.length > 0 && (
        <p className="t-12 t-ink2">
          <b>{t('unused')}</b>{' '}
          {listed(
            unused.map(({ text, reason }) =>
              t('unusedWords', { words: quoted([text]), reason: t(`unused.${reason}`) }),
            ),
          )}
        </p>
      )}
    </>
  );
}

const quoted = (words: readonly string[]): string => listed(words.map((word) => t('quote', { words: word })));
