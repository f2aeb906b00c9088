import { IconArchive, IconPencil, IconSearch, IconSend, IconShare, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../src/action/button.tsx';
import { AddChip, Chip } from '../src/action/chip.tsx';
import { Avatar } from '../src/content/avatar.tsx';
import { Figure } from '../src/content/figure.tsx';
import { Count, Pill } from '../src/content/pill.tsx';
import { SourceLegend } from '../src/content/source-mark.tsx';
import { StatusTag, statusTones } from '../src/content/status-tag.tsx';
import { EmptyState } from '../src/feedback/empty-state.tsx';
import { ErrorState } from '../src/feedback/error-state.tsx';
import { notify } from '../src/feedback/notify.tsx';
import { SkeletonCard } from '../src/feedback/skeleton.tsx';
import { Checkbox, Switch } from '../src/field/choice.tsx';
import { SelectField, TextField } from '../src/field/field.tsx';
import { SavingState } from '../src/field/saving-state.tsx';
import { Segmented } from '../src/field/segmented.tsx';
import { Dialog } from '../src/overlay/dialog.tsx';

const nothing = () => {};

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const words = (tone: string) => tone.charAt(0).toUpperCase() + tone.slice(1).replaceAll('-', ' ');

function Left() {
  const [who, setWho] = useState<'followers' | 'likers' | 'commenters'>('followers');
  const [text, setText] = useState('');
  const [on, setOn] = useState(true);
  return (
    <div className="gallery-column">
      <Part title="Buttons: one filled iris per screen">
        <div className="gallery-wrap">
          <Button kind="main" icon={<IconSend />}>
            Invite creators
          </Button>
          <Button icon={<IconPencil />}>Edit</Button>
          <Button kind="quiet" icon={<IconShare />}>
            Share
          </Button>
          <Button disabledReason="Invited on 14 Nov 2026">Invited</Button>
          <Button kind="main" busy icon={<IconSend />}>
            Sending
          </Button>
          <Button kind="main" busy>
            Without icon
          </Button>
          <Button kind="danger" icon={<IconArchive />}>
            Archive list
          </Button>
          <Button kind="suggested">Suggested</Button>
        </div>
      </Part>
      <Part title="Inputs">
        <div className="t-stack">
          <div className="gallery-pair">
            <TextField
              label="Find"
              hideLabel
              placeholder="Find in list"
              value={text}
              onChange={(e) => setText(e.target.value)}
            />
            <TextField label="Focused" hideLabel defaultValue="Focused" id="focused" />
          </div>
          <TextField label="Label" error="Please enter a label for your template" />
        </div>
      </Part>
      <Part title="Chips">
        <div className="gallery-wrap gallery-tight">
          <Chip name="Followers" value="10k to 250k" onRemove={nothing} />
          <Chip name="Status" value="All" onClick={nothing} />
          <Chip value="Verified" own onRemove={nothing} />
          <AddChip>Filter</AddChip>
        </div>
      </Part>
      <Part title="Status tags: shape and colour">
        <div className="gallery-wrap gallery-tight">
          {statusTones.map((tone) => (
            <StatusTag key={tone} tone={tone} label={words(tone)} />
          ))}
          <StatusTag tone="in-discussion" label="In discussion" onRemove={nothing} />
        </div>
      </Part>
      <Part title="Saving, where it happens">
        <div className="gallery-wrap" style={{ gap: 24 }}>
          <SavingState state="saving" />
          <SavingState state="saved" />
          <SavingState state="failed" onRetry={nothing} />
        </div>
      </Part>
      <Part title="Sources of a number">
        <SourceLegend />
      </Part>
      <Part title="Chart colours, in order; grey is always “Other”">
        <div className="gallery-series">
          {[1, 2, 3, 4, 5, 6, 'other'].map((series) => (
            <span key={series} style={{ ['--t-series' as string]: `var(--t-series-${series})` }}>
              {series === 'other' ? 'Other' : series}
            </span>
          ))}
        </div>
      </Part>
      <Part title="Switch, check, count">
        <div className="gallery-wrap" style={{ gap: 12 }}>
          <Switch label="On" hideLabel checked={on} onChange={() => setOn(!on)} />
          <Checkbox label="Checked" hideLabel defaultChecked />
          <Checkbox label="Empty" hideLabel />
          <Checkbox label="Some" hideLabel indeterminate />
          <Segmented
            label="Audience"
            value={who}
            onChange={setWho}
            options={[
              { value: 'followers', label: 'Followers' },
              { value: 'likers', label: 'Likers' },
              { value: 'commenters', label: 'Commenters' },
            ]}
          />
          <Count attention label="unread">
            14
          </Count>
        </div>
        <div className="gallery-wrap" style={{ gap: 16, marginTop: 12 }}>
          <Pill tone="green">Published</Pill>
          <Pill tone="iris">Registered with us</Pill>
          <Pill tone="tangerine">Past due</Pill>
          <Pill tone="red">Failed</Pill>
          <Pill>9 pending</Pill>
        </div>
      </Part>
    </div>
  );
}

function Middle() {
  return (
    <div className="gallery-column">
      <Part title="Show the source of a number">
        <Figure
          label="Engagement"
          value="4.561%"
          note="of 84,213 followers"
          formula="(likes + comments + saves + shares) / followers"
          window="20 Nov 2025 to 21 Oct 2026"
          builtFrom="18 posts, 2 left out"
          readAt="2026-11-18T07:12:00Z"
          source={{ kind: 'platform', name: 'Instagram API' }}
          items={{ label: 'Show the 18 posts', onClick: nothing }}
          onRefresh={nothing}
        />
      </Part>
      <Part title="Notices">
        <div className="gallery-wrap">
          <Button onClick={() => notify.success('Creator has been archived.', { action: { label: 'Undo' } })}>
            Archive
          </Button>
          <Button
            onClick={() =>
              notify.success('Deep Insights Purchased', {
                detail: 'Report saved for inesoutside. 1 credit has been deducted from your account.',
              })
            }
          >
            Purchase
          </Button>
          <Button
            onClick={() =>
              notify.progress('Importing in the background', {
                detail: '268 of 412 rows',
                action: { label: 'Open' },
              })
            }
          >
            Import
          </Button>
          <Button
            onClick={() => notify.failure('Sorry, something went wrong.', { action: { label: 'Retry' } })}
          >
            Fail
          </Button>
        </div>
      </Part>
      <Part title="Loading: the real layout, after 300 ms">
        <div style={{ maxWidth: 300 }}>
          <SkeletonCard />
        </div>
      </Part>
    </div>
  );
}

function Right() {
  const [open, setOpen] = useState(false);
  return (
    <div className="gallery-column">
      <Part title="Dialog: says what it does before it does it">
        <Button onClick={() => setOpen(true)}>Invite to campaign</Button>
        <Dialog
          open={open}
          title="Invite to campaign"
          onClose={() => setOpen(false)}
          onSubmit={() => setOpen(false)}
          foot="Sends 1 email now"
          actions={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button kind="main" type="submit" icon={<IconSend />}>
                Send Invite
              </Button>
            </>
          }
        >
          <div className="t-row">
            <Avatar name="Maya Okonjo" size={28} />
            <span className="t-medium">Maya Okonjo</span>
            <span className="t-12 t-ink2">maya@okonjo.example</span>
          </div>
          <SelectField label="Campaign" options={[{ value: 'a', label: 'Autumn Trail Kit' }]} />
          <SelectField label="Email template" options={[{ value: 'a', label: 'First hello, warm' }]} />
          <Switch label="Use Custom Message" />
        </Dialog>
      </Part>
      <Part title="Empty: one sentence, one action">
        <div className="t-panel" style={{ padding: 0 }}>
          <EmptyState
            title="This list is empty."
            text="Search for creators or bring your own file."
            actions={
              <>
                <Button kind="main" icon={<IconSearch />}>
                  Search
                </Button>
                <Button icon={<IconUpload />}>Import</Button>
              </>
            }
          />
        </div>
      </Part>
      <Part title="Error: what failed, nothing lost">
        <ErrorState
          title="Couldn't load the list."
          text="Your two unsaved notes are kept here. Showing what we had 4 min ago."
          onRetry={nothing}
        />
      </Part>
    </div>
  );
}

/** Components in the order of the reference picture. */
export function Components() {
  return (
    <main className="gallery">
      <h1 className="t-hidden">Components</h1>
      <Left />
      <Middle />
      <Right />
    </main>
  );
}
