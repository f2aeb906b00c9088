import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { Component, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { t } from '../../-screens/messages/messages.gen.ts';
import { type AccountSection, accountSections } from './sections.ts';

const parts = new Map(accountSections.map(({ id, load }) => [id, lazy(load)]));

/** How far below the view a part is loaded ahead of being seen. */
const AHEAD = '0px 0px 600px 0px';

/** The place of one part: its title at once, the rest when it comes near the view or the address names it. */
export function SectionSlot({ section, wanted }: { section: AccountSection; wanted: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  const Part = parts.get(section.id);
  // The brand is known before its account: without a plan there are no charts to keep space for.
  const { data: brand } = useQuery(brandOptions(useBrandId()));
  const planned = brand?.activeSubscriptions.length !== 0;
  return (
    <div ref={place} className="account-slot" data-section={section.id} data-planned={planned}>
      {Part && (near || wanted) ? (
        <PartBoundary section={section}>
          <Suspense fallback={<Waiting section={section} />}>
            <Part />
          </Suspense>
        </PartBoundary>
      ) : (
        <Waiting section={section} />
      )}
    </div>
  );
}

function Waiting({ section: { id, title } }: { section: AccountSection }) {
  return (
    <Section id={id} title={title()}>
      <Loading label={t('section.loading', { title: title() })}>
        <SkeletonRows rows={3} />
      </Loading>
    </Section>
  );
}

/** One part that breaks, or whose code cannot be loaded, leaves the others alone. */
class PartBoundary extends Component<{ section: AccountSection; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { id, title } = this.props.section;
    return (
      <Section id={id} title={title()}>
        <ErrorState
          title={t('section.failed')}
          text={t('section.failedText')}
          onRetry={() => location.reload()}
        />
      </Section>
    );
  }
}
