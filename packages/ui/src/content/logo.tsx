import './logo.css';

/** Three players on an iris background. */
function LogoMark() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" className="t-logo-mark">
      <rect width="22" height="22" rx="6" fill="var(--t-iris)" />
      <g fill="#fff">
        <circle cx="11" cy="6.600" r="2.100" />
        <circle cx="5.600" cy="8.800" r="1.700" />
        <circle cx="16.400" cy="8.800" r="1.700" />
        <path d="M7.700 16.500v-3.700a3.300 3.300 0 0 1 6.600 0v3.700zM3 16.500v-2.600a2.600 2.600 0 0 1 3.900-2.250q-.4.7-.4 1.500v3.350zM19 16.500v-2.600a2.600 2.600 0 0 0-3.900-2.250q.4.7.4 1.500v3.350z" />
      </g>
    </svg>
  );
}

/** Mark and name. */
export function Logo() {
  return (
    <span className="t-logo">
      <LogoMark />
      Troupe
    </span>
  );
}
