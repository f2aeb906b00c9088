import { Tab, TabList, TabPanel, useTabStore } from '@ariakit/react';
import { type ReactNode, useId } from 'react';
import './tabs.css';
import './view-tabs.css';

interface ViewTabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** A panel with `keep` stays mounted while another is shown. */
  tabs: readonly { value: Value; label: string; keep?: boolean; panel: ReactNode }[];
}

/** Tabs without URLs. Arrow keys move between them. */
export function ViewTabs<Value extends string>({ label, value, onChange, tabs }: ViewTabsProps<Value>) {
  const id = useId();
  const idOf = (tab: Value) => `${id}-${tab}`;
  const store = useTabStore({
    selectedId: idOf(value),
    setSelectedId: (next) => {
      const chosen = tabs.find((tab) => idOf(tab.value) === next);
      if (chosen && chosen.value !== value) onChange(chosen.value);
    },
  });
  return (
    <div className="t-view-tabs">
      <TabList store={store} aria-label={label} className="t-tabs">
        {tabs.map((tab) => (
          <Tab key={tab.value} store={store} id={idOf(tab.value)} className="t-tab">
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) =>
        tab.keep || tab.value === value ? (
          <TabPanel key={tab.value} store={store} tabId={idOf(tab.value)} focusable={false}>
            {tab.panel}
          </TabPanel>
        ) : null,
      )}
    </div>
  );
}
