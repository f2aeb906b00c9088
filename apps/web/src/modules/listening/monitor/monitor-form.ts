import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { Monitor, MonitorKind } from '@troupe/domain/listening/monitor';
import type { PillTone } from '@troupe/ui/content/pill';

/** The kinds that people choose. */
export const FORM_KINDS = [
  'brand',
  'product',
  'competitor',
  'topic',
  'campaign',
] as const satisfies MonitorKind[];

/** The colors of states. */
export const MONITOR_TONES: Record<Monitor['state'], PillTone> = {
  active: 'green',
  paused: 'tangerine',
  archived: 'neutral',
};

/** What the editor of a monitor holds. */
export interface MonitorFields {
  name: string;
  kind: (typeof FORM_KINDS)[number];
  setName: string;
  query: string;
  languages: string[];
  sources: SourceKind[];
  spike: boolean;
  negativeShift: boolean;
}

export const NO_MONITOR: MonitorFields = {
  name: '',
  kind: 'brand',
  setName: '',
  query: '',
  languages: [],
  sources: [],
  spike: true,
  negativeShift: true,
};

/** The fields of a saved monitor. */
export const fieldsOf = (monitor: Monitor): MonitorFields => ({
  name: monitor.name,
  kind: monitor.kind === 'creator-code' ? 'topic' : monitor.kind,
  setName: monitor.setName ?? '',
  query: monitor.query,
  languages: monitor.languages,
  sources: monitor.sources,
  spike: monitor.alertRules.spike,
  negativeShift: monitor.alertRules.negativeShift,
});

/** Returns the fields in which two versions differ. */
export const differing = (one: MonitorFields, other: MonitorFields): (keyof MonitorFields)[] =>
  (Object.keys(NO_MONITOR) as (keyof MonitorFields)[]).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );
