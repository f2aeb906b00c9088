import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';

const PLATFORMS = Object.keys(PLATFORM_NAMES) as Platform[];

/** Which platforms to look on; none pressed means all. */
export function PlatformToggles(props: { value: string[]; onChange: (value: string[] | undefined) => void }) {
  const toggle = (platform: Platform) => {
    const next = props.value.includes(platform)
      ? props.value.filter((value) => value !== platform)
      : PLATFORMS.filter((value) => value === platform || props.value.includes(value));
    props.onChange(next.length > 0 ? next : undefined);
  };
  return (
    <fieldset className="platform-toggles">
      <legend className="t-hidden">Platforms</legend>
      {PLATFORMS.map((platform) => (
        <button
          key={platform}
          type="button"
          className="platform-toggle"
          aria-pressed={props.value.includes(platform)}
          onClick={() => toggle(platform)}
        >
          <PlatformIcon platform={platform} size={16} />
          {PLATFORM_NAMES[platform]}
        </button>
      ))}
    </fieldset>
  );
}
