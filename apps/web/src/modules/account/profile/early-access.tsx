import { FEATURE_FLAGS } from '@troupe/domain/feature-flag';
import { Switch } from '@troupe/ui/field/choice';
import { Section } from '@troupe/ui/layout/section';
import { useState } from 'react';
import { isFlagOn, saveFlags } from '../../../shared/brand/flags.ts';
import { t } from '../messages/messages.gen.ts';

const FLAG = 'analyticsDashboardBeta';

/** Screens that members turn on for themselves, in this browser. */
export function EarlyAccess() {
  const [on, setOn] = useState(() => isFlagOn(FLAG));
  const change = (wanted: boolean) => {
    saveFlags(FEATURE_FLAGS.filter((flag) => (flag === FLAG ? wanted : isFlagOn(flag))));
    setOn(wanted);
  };
  return (
    <Section id="early-access" title={t('profile.early')}>
      <Switch
        label={t('profile.earlyAnalytics')}
        help={t('profile.earlyHelp')}
        checked={on}
        onChange={(event) => change(event.target.checked)}
      />
    </Section>
  );
}
