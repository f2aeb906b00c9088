import { useQuery } from '@tanstack/react-query';
import { changeOwnListening, getOwnListening } from '@troupe/contract/listening/creator-privacy';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/platforms';
import type { OwnListening, OwnListeningProfile } from '@troupe/domain/listening/creator-privacy';
import { SOURCES } from '@troupe/domain/listening/listening-source';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { Switch } from '@troupe/ui/field/choice';
import { Section } from '@troupe/ui/layout/section';
import { dayText } from '@troupe/ui/lib/date';
import { useState } from 'react';
import { callOptions, client, errorText, queryClient } from '../../shared/api.ts';
import { DocumentTitle } from '../../shared/shell.tsx';
import './brand-view.css';
import { t } from './messages/messages.gen.ts';

const KINDS = ['profile', 'posts', 'mentions', 'safety', 'work'] as const;
const query = callOptions(getOwnListening, {});

/** What brands can see of a creator, and how to opt out. */
export function BrandView() {
  const { data, error, refetch } = useQuery(query);
  return (
    <div className="brand-view">
      <DocumentTitle>{t('title')}</DocumentTitle>
      <div>
        <Link href="/account" className="t-link brand-view-back">
          {t('back')}
        </Link>
        <h1 className="t-28" tabIndex={-1}>
          {t('title')}
        </h1>
        <p className="t-ink2">{t('intro')}</p>
      </div>
      {!data && !error && (
        <Loading label={t('loading')}>
          <SkeletonText lines={4} />
        </Loading>
      )}
      {error && !data && (
        <ErrorState title={t('loadFailed')} text={errorText(error)} onRetry={() => void refetch()} />
      )}
      {data && <Profiles listening={data.listening} />}
      {data && <Mentions mentions={data.listening.mentions} />}
      <Section title={t('data.title')}>
        <dl className="brand-view-kinds">
          {KINDS.map((kind) => (
            <div key={kind}>
              <dt className="t-medium">{t(`data.${kind}`)}</dt>
              <dd className="t-ink2">{t(`data.${kind}Text`)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={t('rights.title')}>
        <div className="brand-view-part">
          <p className="t-ink2">{t('rights.text')}</p>
          <Button href="/account">{t('rights.open')}</Button>
        </div>
      </Section>
    </div>
  );
}

function Profiles({ listening: { profiles } }: { listening: OwnListening }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const choose = async ({ socialProfileId }: OwnListeningProfile, optedOut: boolean) => {
    setBusy(socialProfileId);
    setFailure(null);
    try {
      await client.call(changeOwnListening, { params: { socialProfileId }, body: { optedOut } });
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(null);
  };
  return (
    <Section id="profiles" title={t('profiles.title')}>
      {failure && <ErrorState title={t('saveFailed')} text={failure} />}
      {profiles.length === 0 && <p className="t-ink2">{t('profiles.none')}</p>}
      <ul className="brand-view-list">
        {profiles.map((profile) => {
          const { socialProfileId, platform, username, posts, mentions, optedOut } = profile;
          return (
            <li key={socialProfileId}>
              <span className="t-name t-row">
                <PlatformIcon platform={platform} label={PLATFORM_NAMES[platform]} /> <bdi>@{username}</bdi>
              </span>
              <span className="t-12 t-ink2">{t('profiles.stored', { posts, mentions })}</span>
              <Switch
                label={t('optOut')}
                aria-label={t('optOutOf', { username })}
                help={t('optOut.help')}
                checked={optedOut}
                disabled={busy === socialProfileId}
                onChange={(event) => void choose(profile, event.target.checked)}
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Mentions({ mentions }: { mentions: OwnListening['mentions'] }) {
  return (
    <Section title={t('mentions.title')}>
      <p className="t-ink2">{t(mentions.length === 0 ? 'mentions.none' : 'mentions.text')}</p>
      <ul className="brand-view-list">
        {mentions.map(({ id, source, text, url, published }) => (
          <li key={id}>
            <span className="t-12 t-ink2">
              {SOURCES[source].name} · {dayText(published)}
            </span>
            <bdi className="brand-view-text">{text}</bdi>
            {url && (
              <a className="t-link" href={url} rel="noreferrer noopener" target="_blank">
                {t('mentions.open')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The way to the page, in the account. */
export function BrandViewLink() {
  return (
    <Section id="brand-view" title={t('title')}>
      <div className="brand-view-part">
        <p className="t-ink2">{t('account.text')}</p>
        <Button href="/what-brands-see">{t('account.open')}</Button>
      </div>
    </Section>
  );
}
