import { useQuery } from '@tanstack/react-query';
import { uploadPicture } from '@troupe/contract/account/user';
import type { User } from '@troupe/domain/account/user';
import { acceptList } from '@troupe/domain/file-type';
import { Link } from '@troupe/ui/action/link';
import { Avatar } from '@troupe/ui/content/avatar';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { ColorSchemeSwitch } from '@troupe/ui/field/color-scheme-switch';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { Section } from '@troupe/ui/layout/section';
import { meOptions } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { PictureChoice } from '../../../shared/picture-choice.tsx';
import { SheetHead } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { EarlyAccess } from './early-access.tsx';
import { FormatsSection } from './formats-section.tsx';
import { NameField } from './name-field.tsx';
import { useSaveProfile, useShowMe } from './profile-queries.ts';
import { SignInSection } from './sign-in-section.tsx';
import './profile.css';

/** What a person sees and changes about themselves. */
export function ProfileScreen() {
  const { data: me, error, isFetching, refetch } = useQuery(meOptions);
  return (
    <>
      <SheetHead>
        <PageHeader title={t('profile.title')} subtitle={me?.email} />
      </SheetHead>
      <div className="t-page profile">
        {me && <Sections me={me} />}
        {!me && error && (
          <ErrorState
            title={t('profile.failed')}
            text={errorText(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </>
  );
}

function Sections({ me }: { me: User }) {
  const name = `${me.firstName} ${me.lastName}`.trim() || me.email;
  return (
    <>
      <Section id="you" title={t('profile.you')}>
        <PictureField me={me} name={name} />
        <div className="profile-pair">
          <NameField me={me} field="firstName" label={t('profile.firstName')} autoComplete="given-name" />
          <NameField me={me} field="lastName" label={t('profile.lastName')} autoComplete="family-name" />
        </div>
      </Section>
      <SignInSection me={me} />
      <FormatsSection me={me} />
      <Section
        id="notifications"
        title={t('profile.notifications')}
        actions={
          <Link href="/account#notifications" className="t-link t-medium">
            {t('profile.notificationSettings')}
          </Link>
        }
      >
        <p className="t-ink2">{t('profile.notificationText')}</p>
      </Section>
      <Section id="theme" title={t('theme')}>
        <p className="t-ink2">{t('theme.kept')}</p>
        <div>
          <ColorSchemeSwitch />
        </div>
      </Section>
      <EarlyAccess />
    </>
  );
}

/** The picture of the person; initials while there is none. */
function PictureField({ me, name }: { me: User; name: string }) {
  const showMe = useShowMe();
  const save = useSaveProfile();
  return (
    <PictureChoice
      label={t('profile.picture')}
      inputLabel={t('profile.picture')}
      className="profile-picture"
      accept={acceptList('picture')}
      mostMegabytes={5}
      hint={t('profile.pictureHint')}
      chosen={Boolean(me.pictureUrl)}
      send={async (client, file) =>
        showMe(await client.upload(uploadPicture, {}, file, file.name), ['pictureUrl'])
      }
      onRemove={() => save({ pictureUrl: null })}
    >
      <Avatar name={name} src={me.pictureUrl} size={64} />
    </PictureChoice>
  );
}
