import { FEATURE_FLAGS, type FeatureFlag } from '@troupe/domain/feature-flag';
import { Switch } from '@troupe/ui/field/choice';
import { useState } from 'react';
import { isFlagOn, saveFlags } from '../../../shared/brand/flags.ts';
import { AdminHead } from '../../../shared/screen/admin-head.tsx';
import { t } from '../messages/messages.gen.ts';
import './admin.css';

const FEATURES = {
  analyticsDashboardBeta: 'analytics',
  whatsNew: 'whatsNew',
  'new-brand-dash': 'newDashboard',
} as const satisfies Record<FeatureFlag, string>;

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
      <AdminHead section="features" subtitle={t('feature.subtitle')} />
      <div className="t-page admin">
        <ul className="admin-members t-panel">
          {FEATURE_FLAGS.map((flag) => (
            <li key={flag}>
              <span className="admin-member">
                <span className="t-medium">{t(`feature.${FEATURES[flag]}`)}</span>
                <span className="t-12 t-ink2">
                  {t(`feature.${FEATURES[flag]}.help`)} ({flag})
                </span>
              </span>
              <Switch
                label={t(`feature.${FEATURES[flag]}`)}
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
