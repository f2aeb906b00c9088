import { useQuery } from '@tanstack/react-query';
import { Avatar } from '@troupe/ui/content/avatar';
import { SearchInput } from '@troupe/ui/field/search-input';
import { useSettled } from '@troupe/ui/hooks';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { brandsOptions } from '../../../shared/brand/current-brand.ts';
import { t } from '../messages/messages.gen.ts';
import './brand-block.css';
import { useSelectBrand } from './select-brand.ts';

const SEARCH_WAIT_MS = 300;

/**
 * All brands, those with most published campaigns first, with the number. A late response never replaces a newer one; a
 * failed search leaves the list unchanged.
 */
export default function BrandPicker({ brandId, onDone }: { brandId: string | null; onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), SEARCH_WAIT_MS);
  const select = useSelectBrand();
  const { data, isFetching, isError } = useQuery({ ...brandsOptions(search), retry: false });
  const lastGood = useRef(data);
  if (data) lastGood.current = data;
  const brands = lastGood.current?.brands ?? [];

  const [active, setActive] = useState(0);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  // The panel was open before this came, so its own search for a first field found none.
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  const at = Math.min(active, brands.length - 1);
  const choose = (chosen: string | undefined) => {
    if (!chosen) return;
    onDone();
    if (chosen !== brandId) select(chosen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const next = Math.max(0, Math.min(at + step, brands.length - 1));
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(brands[at]?.id);
    }
  };

  return (
    <div className="brand-picker" ref={box}>
      <div className="brand-picker-search">
        <SearchInput
          label={t('brand.find')}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setActive(0);
          }}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          autoComplete="off"
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="brand-picker-head" aria-hidden="true">
        <span>{t('brand.word')}</span>
        <span>{t('brand.published')}</span>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('brand.list')}
        className="brand-picker-list"
        aria-busy={isFetching}
      >
        {brands.map((brand, index) => {
          const published = brand.campaigns.filter((campaign) => campaign.status === 'publish').length;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the search field above
            <div
              key={brand.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={brand.id === brandId}
              data-active={index === at || undefined}
              className="brand-option"
              onClick={() => choose(brand.id)}
              onPointerMove={() => setActive(index)}
            >
              <Avatar name={brand.name} kind="brand" size={24} />
              <span className="t-grow t-ellipsis">{brand.name}</span>
              <span className="brand-option-count">
                {t.rich('brand.publishedCount', {
                  count: published,
                  hidden: (words) => (
                    <span key="hidden" className="t-hidden">
                      {words}
                    </span>
                  ),
                })}
              </span>
            </div>
          );
        })}
      </div>
      {brands.length === 0 && !isFetching && !isError && (
        <p className="brand-picker-note">{t('brand.noMatch')}</p>
      )}
    </div>
  );
}
