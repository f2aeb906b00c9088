import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useBriefField, useEditor } from './brief-field.tsx';
import { readCount, readPercent } from './brief-reading.ts';
import { categoriesOptions } from './campaign-queries.ts';
import { countryOptions } from './countries.ts';
import { PickField } from './pick-field.tsx';
import { TypedField } from './typed-field.tsx';

const writeCount = (value: number | null) => (value === null ? '' : String(value));

/** Whom the campaign is for. */
export function StepAudience() {
  const { brief, change } = useEditor();
  const categories = useQuery(categoriesOptions()).data?.categories ?? [];
  const countries = useMemo(countryOptions, []);
  const least = useBriefField('followersMin', 'Followers, at least');
  const most = useBriefField('followersMax', 'Followers, at most');
  const engagement = useBriefField('engagementMin', 'Engagement rate, at least');
  const where = useBriefField('countries', 'Countries');
  const about = useBriefField('audienceCategories', 'Creator categories');
  return (
    <>
      <p className="t-ink2">
        Whom it is for. Creators see it, and you see who fits. What is empty does not matter.
      </p>
      <div className="builder-pair" data-three>
        <TypedField
          field="followersMin"
          {...least}
          size="form"
          inputMode="numeric"
          placeholder="10k"
          value={brief.followersMin}
          write={writeCount}
          read={readCount}
          onValue={(followersMin) => change({ followersMin })}
        />
        <TypedField
          field="followersMax"
          {...most}
          size="form"
          inputMode="numeric"
          placeholder="250k"
          value={brief.followersMax}
          write={writeCount}
          read={readCount}
          onValue={(followersMax) => change({ followersMax })}
        />
        <TypedField
          field="engagementMin"
          {...engagement}
          size="form"
          inputMode="decimal"
          trail={<span className="t-ink3">%</span>}
          value={brief.engagementMin}
          write={writeCount}
          read={readPercent(1000)}
          onValue={(engagementMin) => change({ engagementMin })}
        />
      </div>
      <PickField
        {...where}
        none="Any country"
        most={60}
        options={countries}
        value={brief.countries}
        onChange={(next) => change({ countries: next })}
      />
      <PickField
        {...about}
        none="Any category"
        most={20}
        options={categories.map((value) => ({ value, label: value }))}
        value={brief.audienceCategories}
        onChange={(next) => change({ audienceCategories: next })}
      />
    </>
  );
}
