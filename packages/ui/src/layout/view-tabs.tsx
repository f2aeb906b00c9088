import { type KeyboardEvent, type ReactNode, useId } from 'react';
import './tabs.css';
import './view-tabs.css';

interface ViewTabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** A panel with `keep` stays mounted while another is shown. */
  tabs: readonly { value: Value; label: string; keep?: boolean; panel: ReactNode }[];
}

/** Several sides of one thing in one place, without an address of their own. Arrow keys move between the tabs. */
export function ViewTabs<Value extends string>({ label, value, onChange, tabs }: ViewTabsProps<Value>) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const now = tabs.findIndex((tab) => tab.value === value);
    const steps: Record<string, number> = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    const next = step === undefined ? undefined : tabs.at(step % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <div className="t-view-tabs">
      <div role="tablist" aria-label={label} className="t-tabs">
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            className="t-tab"
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-${tab.value}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) =>
        tab.keep || tab.value === value ? (
          <div
            key={tab.value}
            id={`${id}-${tab.value}-panel`}
            role="tabpanel"
            aria-labelledby={`${id}-${tab.value}`}
            hidden={tab.value !== value}
          >
            {tab.panel}
          </div>
        ) : null,
      )}
    </div>
  );
}
