import { IconArchive, IconDownload, IconMail, IconSend, IconUserPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { BulkBar, Cost } from '../src/action/bulk-bar.tsx';
import { Button } from '../src/action/button.tsx';
import { AddChip, Chip } from '../src/action/chip.tsx';
import { KeyHint } from '../src/action/hotkey.tsx';
import { Chart } from '../src/chart/chart.tsx';
import { ChartFrame } from '../src/chart/chart-frame.tsx';
import { Ago } from '../src/content/ago.tsx';
import { Avatar } from '../src/content/avatar.tsx';
import { CurtainDrawing, LampDrawing, SeatsDrawing } from '../src/content/drawings.tsx';
import { Figure, LabelledFigure } from '../src/content/figure.tsx';
import { Logo } from '../src/content/logo.tsx';
import { PlatformIcon, VerifiedMark } from '../src/content/platform-icon.tsx';
import { SourceMark } from '../src/content/source-mark.tsx';
import { StatusTags, statusTones } from '../src/content/status-tag.tsx';
import { TroupeDrawing } from '../src/content/troupe-drawing.tsx';
import { ProgressBar, Steps } from '../src/feedback/progress-bar.tsx';
import { Loading, SkeletonRows } from '../src/feedback/skeleton.tsx';
import { Checkbox, Radio } from '../src/field/choice.tsx';
import { ColorSchemeSwitch } from '../src/field/color-scheme-switch.tsx';
import { PasswordField, TextArea } from '../src/field/field.tsx';
import { PickList } from '../src/field/pick-list.tsx';
import { SavingState } from '../src/field/saving-state.tsx';
import { SearchInput } from '../src/field/search-input.tsx';
import { useArrowList, useAutosave } from '../src/hooks.tsx';
import { RowActions, SelectTd, SelectTh, Table, Td, Th, Tr } from '../src/layout/data-table.tsx';
import { PageHeader } from '../src/layout/page-header.tsx';
import { CardGrid, RecordCard } from '../src/layout/record-card.tsx';
import { Tabs } from '../src/layout/tabs.tsx';
import { compactCount, exactNumber } from '../src/lib/format.ts';
import { ConfirmDialog } from '../src/overlay/confirm-dialog.tsx';
import { Drawer, DrawerLayout, DrawerSection } from '../src/overlay/drawer.tsx';
import { MoreMenu } from '../src/overlay/more-menu.tsx';
import { Popover } from '../src/overlay/popover.tsx';

const nothing = () => {};
const people = [
  { key: 'a', name: 'Inês Caldeira', handle: '@inesoutside', followers: 84213 },
  { key: 'b', name: 'Tobias Renn', handle: '@tobi.renn', followers: 212_700 },
  { key: 'c', name: 'Saoirse Lindqvist', handle: '@saoirseoutdoors', followers: 148_000 },
];
const countries = ['Brazil', 'France', 'Germany', 'Italy', 'Norway', 'Portugal', 'Spain', 'Sweden'].map(
  (label) => ({
    value: label,
    label,
  }),
);
const platforms = ['instagram', 'tiktok', 'youtube', 'tiktok-shop'] as const;
const ages = [
  { label: '13-17', value: 4, text: '4%' },
  { label: '18-24', value: 24, text: '24%' },
  { label: '25-34', value: 43, text: '43%' },
  { label: '35-50+', value: 29, text: '29%' },
];

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section style={{ marginTop: 24 }}>
      <h2 className="t-16">{title}</h2>
      <div style={{ marginTop: 8 }}>{children}</div>
    </section>
  );
}

const figure = (followers: number) => (
  <Figure
    label="Followers"
    value={compactCount(followers)}
    exact={exactNumber(followers)}
    readAt="2026-11-18T07:12:00Z"
  />
);

function Rows({ open, setOpen }: { open: string | null; setOpen: (key: string) => void }) {
  const [chosen, setChosen] = useState<string[]>(['b']);
  const toggle = (key: string) =>
    setChosen((keys) => (keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]));
  const rows = useArrowList({ keys: people.map((person) => person.key), onOpen: setOpen, onSelect: toggle });
  return (
    <>
      <Table label="Creators" bleed>
        <thead>
          <tr>
            <SelectTh
              label="Choose all"
              checked={chosen.length === people.length}
              indeterminate={chosen.length > 0 && chosen.length < people.length}
              onChange={(all) => setChosen(all ? people.map((person) => person.key) : [])}
            />
            <Th>Creator</Th>
            <Th numeric sort="desc" onSort={nothing}>
              Followers
            </Th>
            <Th numeric>Figures</Th>
            <th>
              <span className="t-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <Tr
              key={person.key}
              {...rows.rowProps(person.key)}
              selected={chosen.includes(person.key)}
              current={open === person.key}
              onOpen={() => setOpen(person.key)}
            >
              <SelectTd
                label={`Choose ${person.name}`}
                checked={chosen.includes(person.key)}
                onChange={() => toggle(person.key)}
              />
              <Td>
                <span className="t-row">
                  <Avatar name={person.name} size={28} />
                  <span className="t-medium">{person.name}</span>
                  <VerifiedMark />
                  <span className="t-12 t-ink2">{person.handle}</span>
                </span>
              </Td>
              <Td numeric>{figure(person.followers)}</Td>
              <Td numeric>
                <SourceMark kind="platform" readAt="2026-11-18T07:12:00Z" />
              </Td>
              <Td>
                <RowActions>
                  <Button size="row" kind="suggested">
                    Approve
                  </Button>
                  <MoreMenu
                    label="More"
                    items={[
                      { heading: person.name },
                      { label: 'Send message', icon: <IconMail />, onClick: nothing },
                      { label: 'Invite', icon: <IconSend />, disabledReason: 'Already invited' },
                      'divider',
                      { label: 'Archive', icon: <IconArchive />, danger: true, onClick: nothing },
                    ]}
                  />
                </RowActions>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <BulkBar count={chosen.length} onClear={() => setChosen([])}>
        <Button kind="main" icon={<IconUserPlus />}>
          Add to list
        </Button>
        <Button kind="quiet">
          Get deep insights <Cost>{chosen.length} credits</Cost>
        </Button>
        <Button kind="quiet" icon={<IconDownload />}>
          Export
        </Button>
      </BulkBar>
    </>
  );
}

function Notes() {
  const { state, change, retry } = useAutosave<string>(
    (text) => new Promise((done, fail) => setTimeout(text.includes('fail') ? fail : done, 600)),
  );
  return (
    <TextArea
      label="Notes"
      hideLabel
      placeholder="Add a note"
      defaultValue="Wants the 12 l pack in moss. Rate agreed at $640 for 2 reels."
      onChange={(event) => change(event.target.value)}
      trail={<SavingState state={state} onRetry={retry} />}
    />
  );
}

function Details({ onClose, onBreakdown }: { onClose: () => void; onBreakdown: () => void }) {
  return (
    <Drawer title="Instagram Profile Details" onClose={onClose} onPrevious={null} onNext={nothing}>
      <DrawerSection title="Metrics" aside={<span className="t-12 t-ink2">Last updated 18 Nov 2026</span>}>
        <div className="t-row">
          <LabelledFigure
            label="Followers"
            value="84.2k"
            size={20}
            foot={<SourceMark kind="platform" name="Instagram" />}
          />
          <LabelledFigure label="Engagement" value="4.561%" size={20} />
          <Button onClick={onBreakdown}>Breakdown</Button>
        </div>
      </DrawerSection>
      <DrawerSection title="Deep insights">
        <div className="gallery-pair">
          <Chart kind="bars" title="Age, % of followers" items={ages} />
          <Chart
            kind="bars"
            title="Country"
            series={2}
            items={[...ages.slice(0, 3), { label: 'Other', value: 27, text: '27%', other: true }]}
          />
          <Chart
            kind="parts"
            title="Gender"
            items={[
              { label: 'Female', value: 58, text: '58%' },
              { label: 'Male', value: 42, text: '42%' },
            ]}
          />
          <Chart kind="columns" valued title="Reachability, accounts followed" items={ages} />
        </div>
      </DrawerSection>
      <DrawerSection title="Notes">
        <Notes />
      </DrawerSection>
    </Drawer>
  );
}

/** Components that need a whole screen. */
export function More() {
  const [open, setOpen] = useState<string | null>(null);
  const [breakdown, setBreakdown] = useState(false);
  const [asking, setAsking] = useState(false);
  const [query, setQuery] = useState('trail running');
  const [chosen, setChosen] = useState<string[]>(['Spain', 'Portugal']);
  return (
    <DrawerLayout
      drawer={open && <Details onClose={() => setOpen(null)} onBreakdown={() => setBreakdown(true)} />}
    >
      <main className="t-page" style={{ ['--t-drawer-top' as string]: '0px' }}>
        <div className="t-row" style={{ justifyContent: 'space-between' }}>
          <Logo />
          <ColorSchemeSwitch />
        </div>
        <PageHeader
          title="Autumn Trail Kit shortlist"
          crumbs={[{ label: 'Lists', href: '#lists' }]}
          subtitle="42 creators, 31 with contact info. Shared with 4 in your team."
          actions={
            <>
              <Button onClick={() => setAsking(true)}>Archive list</Button>
              <Button kind="main" icon={<IconUserPlus />} href="#add">
                Add creators
              </Button>
            </>
          }
        />
        <Tabs
          label="Views"
          items={[
            { label: 'Search', href: '#search', active: true },
            { label: 'Lists', href: '#l', count: 8 },
            { label: 'Deep Insights', href: '#d', count: 23 },
            { label: 'Archived', href: '#a' },
          ]}
        />
        <div className="t-stack" style={{ marginTop: 16 }}>
          <SearchInput label="Search creators" value={query} onChange={setQuery} hotkey="/" size="large" />
          <div className="t-row t-wrap">
            <Popover
              label="Country"
              width={260}
              trigger={
                <Chip
                  name="Country"
                  value={chosen.join(', ') || 'All'}
                  onRemove={chosen.length ? () => setChosen([]) : undefined}
                />
              }
            >
              <PickList
                label="Country"
                options={countries}
                value={chosen}
                onChange={setChosen}
                multiple
                searchable
              />
            </Popover>
            <AddChip>Filter</AddChip>
            <KeyHint keys="Ctrl K" />
            <span className="t-ink3">
              Saved <Ago at="2026-11-18T07:12:00Z" />
            </span>
          </div>
        </div>
        <Part title="Table">
          <Rows open={open} setOpen={setOpen} />
        </Part>
        <Part title="Cards">
          <CardGrid>
            {people.map((person, index) => (
              <RecordCard
                key={person.key}
                label={person.name}
                open={open === person.key}
                onOpen={() => setOpen(person.key)}
                who={
                  <span className="t-row">
                    <Avatar name={person.name} size={40} src={index === 0 ? '/missing.png' : null} />
                    <span>
                      <span className="t-name">{person.name}</span>
                      <span className="t-row t-12 t-ink2">
                        <PlatformIcon platform={platforms[index] ?? 'youtube'} label="Platform" />
                        {person.handle}
                      </span>
                    </span>
                  </span>
                }
                figures={
                  <>
                    <LabelledFigure label="Followers" value={compactCount(person.followers)} />
                    <LabelledFigure label="Engagement" value={null} />
                    <SourceMark kind="provider" readAt="2026-11-14T07:12:00Z" />
                  </>
                }
                content={
                  <StatusTags
                    max={2}
                    tags={statusTones.slice(0, index + 1).map((tone) => ({ tone, label: tone }))}
                  />
                }
                actions={<Button>Save to list</Button>}
              />
            ))}
          </CardGrid>
        </Part>
        <Part title="Steps, progress, choices">
          <div className="t-stack">
            <Steps steps={['Upload', 'Map columns', 'Check', 'Result']} current={1} />
            <ProgressBar label="Import" value={268} max={412} unit="rows" showCount />
            <ProgressBar label="Counting rows" value={null} max={0} />
            <div className="t-row">
              <Checkbox label="Only with contact info" help="31 of 42 creators" />
              <Radio label="Keep ours" name="r" defaultChecked />
              <Radio label="Take theirs" name="r" />
            </div>
            <div style={{ maxWidth: 320 }}>
              <PasswordField label="Password" size="form" help="At least 12 characters" />
            </div>
            <ChartFrame
              title="Age"
              subtitle="of followers"
              columns={['Age', 'Share, %']}
              rows={ages.map((age) => [age.label, age.value])}
              onDownload={() => {}}
            >
              <Chart kind="columns" valued title="Share, %" items={ages} height={116} />
            </ChartFrame>
            <Loading label="Loading creators">
              <SkeletonRows rows={2} />
            </Loading>
          </div>
        </Part>
        <Part title="Drawings">
          <div className="t-row t-wrap">
            <CurtainDrawing width={260} />
            <LampDrawing width={260} />
            <TroupeDrawing width={260} />
            <SeatsDrawing filled={5} of={6} />
          </div>
        </Part>
        {breakdown && (
          <Drawer
            kind="breakdown"
            title="Engagement breakdown"
            subtitle="Inês Caldeira, @inesoutside on Instagram"
            onBack={() => setBreakdown(false)}
            onClose={() => setBreakdown(false)}
            media={<Avatar name="Inês Caldeira" />}
          >
            <DrawerSection title="Window">
              One year, excluding the last 30 days. {figure(84213)}
            </DrawerSection>
          </Drawer>
        )}
        <ConfirmDialog
          open={asking}
          title="Archive this list?"
          text="Its 42 creators stay in your other lists. You can bring it back from Archived."
          confirm="Archive list"
          danger
          foot="No one is notified"
          onConfirm={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      </main>
    </DrawerLayout>
  );
}
