import { Section } from '@troupe/ui/layout/section';
import { useMe } from '../../../shared/brand/current-brand.ts';
import { services } from './services.tsx';

/** The outside services the brand works with. */
export default function ConnectedServices() {
  const administrator = useMe()?.role === 'administrator';
  return (
    <Section id="connected-services" title="Connected services" subtitle="What this brand works with">
      <ul className="services">
        {services
          .filter((service) => administrator || !service.forAdministrators)
          .map(({ id, Rows }) => (
            <Rows key={id} />
          ))}
      </ul>
    </Section>
  );
}
