import type { Creator } from '@troupe/domain/discovery/creator';
import { Pill } from '@troupe/ui/content/pill';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { ContactMark, CreatorWho } from '../../../shared/creator/creator-who.tsx';
import { contactText, countryName, languageName } from '../../../shared/creator/creator-words.ts';
import { ContactLookup } from './contact-lookup.tsx';

/** Who it is: name, profile, whether registered, bio, place, and whether the contact details are known. */
export function CreatorHead({ creator }: { creator: Creator }) {
  const facts = [
    creator.country && countryName(creator.country),
    creator.language && languageName(creator.language),
    ...creator.categories,
  ].filter(Boolean);
  return (
    <DrawerSection>
      <div className="creator-drawer-who">
        <CreatorWho
          creator={creator}
          size={56}
          more={creator.userId && <Pill tone="iris">Registered with us</Pill>}
        />
        <ContactMark state={creator.metaData} />
      </div>
      {creator.bio && (
        <p className="creator-drawer-bio" dir="auto">
          {creator.bio}
        </p>
      )}
      {facts.length > 0 && <p className="t-12 t-ink2">{facts.join(' · ')}</p>}
      <div className="creator-drawer-contact">
        <span className="t-12 t-ink3">{contactText(creator.metaData)}</span>
        <ContactLookup creator={creator} />
      </div>
      {creator.private && <p className="t-12 t-ink3">Only your brand sees this profile.</p>}
    </DrawerSection>
  );
}
