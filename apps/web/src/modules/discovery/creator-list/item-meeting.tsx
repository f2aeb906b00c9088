import { Button } from '@troupe/ui/action/button';
import { StatusTags } from '@troupe/ui/content/status-tag';
import { shownTags } from './status-look.ts';
import type { ItemSaving } from './use-item-saving.ts';

/** Shown when two people changed one item: the other version, and the choice between the two. */
export function ItemMeeting({ saving }: { saving: ItemSaving }) {
  const { meeting } = saving;
  if (!meeting) return null;
  const overwrote = meeting.kind === 'overwrote';
  const what = meeting.feedback === undefined ? 'status' : meeting.tags ? 'note and status' : 'note';
  return (
    <section className="list-item-meeting" role="alert">
      <p className="t-medium">
        {overwrote
          ? `Your ${what} replaced the one ${meeting.by} saved while you were editing.`
          : `${meeting.by} has replaced your ${what}. You had:`}
      </p>
      {meeting.tags &&
        (meeting.tags.length > 0 ? <StatusTags tags={shownTags(meeting.tags)} max={9} /> : <p>No status</p>)}
      {meeting.feedback !== undefined && (
        <blockquote dir="auto">{meeting.feedback === '' ? 'An empty note' : meeting.feedback}</blockquote>
      )}
      <div className="t-row">
        <Button size="row" onClick={saving.takeOther}>
          {overwrote ? 'Use theirs' : 'Use mine'}
        </Button>
        <Button size="row" kind="quiet" onClick={saving.dismiss}>
          {overwrote ? 'Keep mine' : 'Keep theirs'}
        </Button>
      </div>
    </section>
  );
}
