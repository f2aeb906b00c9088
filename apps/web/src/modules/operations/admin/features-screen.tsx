import { FEATURE_FLAGS, type FeatureFlag } from '@troupe/domain/feature-flag';
import { Switch } from '@troupe/ui/field/choice';
import { useState } from 'react';
import { isFlagOn, saveFlags } from '../../../shared/brand/flags.ts';
import { AdminHead } from '../../../shared/screen/admin-head.tsx';
import './admin.css';

const WORDS: Record<FeatureFlag, { name: string; help: string }> = {
  analyticsDashboardBeta: { name: 'Analytics', help: 'Analytics in the menu' },
  whatsNew: { name: "What's New", help: 'Product updates in the menu' },
  'new-brand-dash': { name: 'New dashboard', help: 'Link to the new dashboard' },
};

/** Turns features on and off for this browser alone. */
export function FeaturesScreen() {
  const [on, setOn] = useState<ReadonlySet<FeatureFlag>>(
    () => new Set(FEATURE_FLAGS.filter((flag) => isFlagOn(flag))),
  );
  const change = (flag: FeatureFlag, wanted: boolean) => {
    const next = new Set(on);
    if (wanted) next.add(flag);
    else next.delete(flag);
    saveFlags([...next]);
    setOn(next);
  };
  return (
    <>
      <AdminHead
        section="features"
        subtitle="Applies to this browser only. The menu updates on the next page."
      />
      <div className="t-page admin">
        <ul className="admin-members t-panel">
          {FEATURE_FLAGS.map((flag) => (
            <li key={flag}>
              <span className="admin-member">
                <span className="t-medium">{WORDS[flag].name}</span>
                <span className="t-12 t-ink2">
                  {WORDS[flag].help} ({flag})
                </span>
              </span>
              <Switch
                label={WORDS[flag].name}
                hideLabel
                checked={on.has(flag)}
                onChange={(event) => change(flag, event.target.checked)}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
