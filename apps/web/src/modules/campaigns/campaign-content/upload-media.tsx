import { IconAlertTriangle, IconDownload, IconLock, IconPhoto } from '@tabler/icons-react';
import { isVideoPath, RIGHTS_REMINDER_DAYS, type Upload } from '@troupe/domain/campaigns/campaign-content';
import { fileSize } from '@troupe/domain/figure-text';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { dayText } from '@troupe/ui/lib/date';
import { useState } from 'react';
import { t } from '../messages/messages.gen.ts';
import { lengthText } from './content-labels.ts';

/** Signed URLs are valid for an hour; refetch one that is about to expire. */
const HELD_MS = 45 * 60_000;
const DAY_MS = 86_400_000;

/** Keeps the same URL across refetches, so that a video keeps playing. */
function useHeld(url: string | null): string | null {
  const [held, setHeld] = useState({ url, since: Date.now() });
  if (url !== held.url && (!url || !held.url || Date.now() - held.since > HELD_MS)) {
    setHeld({ url, since: Date.now() });
    return url;
  }
  return held.url;
}

const isOver = ({ usableUntil }: Upload) => usableUntil !== null && Date.parse(usableUntil) <= Date.now();

/** The picture or video, or why it can't be shown. */
export function UploadMedia({ upload, full = false }: { upload: Upload; full?: boolean }) {
  const url = useHeld(upload.url);
  const thumbnail = useHeld(upload.thumbnailUrl);
  const [failed, setFailed] = useState(false);
  const { name, scan } = upload;
  const over = isOver(upload);
  if (over || !url || failed || scan === 'infected') {
    const reason = over
      ? t('upload.rightsEnded')
      : scan === 'infected'
        ? t('upload.infected')
        : scan === 'waiting'
          ? t('upload.scanning')
          : t('upload.noPreview');
    const Icon = over ? IconLock : scan === 'infected' ? IconAlertTriangle : IconPhoto;
    return (
      <div className="content-media content-media-none">
        <Icon size={24} />
        <span className="t-12">{reason}</span>
      </div>
    );
  }
  return (
    <div className="content-media">
      {isVideoPath(name) ? (
        // biome-ignore lint/a11y/useMediaCaption: creators send drafts without captions
        <video
          src={url}
          poster={thumbnail ?? undefined}
          controls
          preload={thumbnail ? 'none' : 'metadata'}
          playsInline
          aria-label={name}
          onError={() => setFailed(true)}
        />
      ) : (
        <a href={url} target="_blank" rel="noreferrer noopener" aria-label={t('upload.open', { name })}>
          <img src={full ? url : (thumbnail ?? url)} alt="" loading="lazy" onError={() => setFailed(true)} />
        </a>
      )}
    </div>
  );
}

/** Its name, size and dimensions. */
export function UploadFacts({ upload }: { upload: Upload }) {
  const { name, bytes, width, height, seconds, usableUntil } = upload;
  const facts = [
    fileSize(bytes),
    width && height ? `${width} × ${height}` : null,
    seconds === null ? null : lengthText(seconds),
  ].filter(Boolean);
  return (
    <>
      <span className="t-medium t-ellipsis" title={name} dir="auto">
        {name}
      </span>
      <span className="t-12 t-ink2 t-num">{facts.join(', ')}</span>
      {usableUntil && (
        <span className="t-12 t-ink2">
          {t(isOver(upload) ? 'upload.ended' : 'upload.usableUntil', { date: dayText(usableUntil) })}
        </span>
      )}
    </>
  );
}

/** Leads to the terms of the collaboration when the usage rights end soon or have ended. */
export function ExtendRights({ upload, campaignId }: { upload: Upload; campaignId: string }) {
  const { name, usableUntil, creator } = upload;
  const [earliest] = RIGHTS_REMINDER_DAYS;
  if (!usableUntil || Date.parse(usableUntil) - Date.now() > earliest * DAY_MS) return null;
  return (
    <Link
      className="t-link t-12"
      href={`/campaigns/${campaignId}/opt-ins?optIn=${creator.optInId}`}
      aria-label={t('upload.extendOf', { name })}
    >
      {t('upload.extend')}
    </Link>
  );
}

/** Downloads the file, unless the rights have ended. */
export function UploadDownload({ upload }: { upload: Upload }) {
  const { url, name } = upload;
  const reason = isOver(upload) ? t('upload.rightsEndedReason') : url ? undefined : t('upload.notReady');
  const target = url && !reason ? `${url}${url.includes('?') ? '&' : '?'}download=1` : undefined;
  return (
    <Button
      size="row"
      icon={<IconDownload size={16} />}
      {...(target ? { href: target, download: name } : { disabledReason: reason })}
      aria-label={t('upload.downloadOf', { name })}
    >
      {t('upload.download')}
    </Button>
  );
}
