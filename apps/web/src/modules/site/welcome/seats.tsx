/** A row of seats, as many taken as steps are done. */
export function Seats({ taken, of }: { taken: number; of: number }) {
  return (
    <svg className="welcome-seats" width={of * 36 + 4} height={56} aria-hidden="true">
      {Array.from({ length: of }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the seats are all alike
        <g key={place} transform={`translate(${place * 36 + 4} 2)`} data-taken={place < taken || undefined}>
          <path d="M4 26V14a10 14 0 0 1 20 0v12" />
          <rect x="1" y="26" width="26" height="10" rx="1" />
          <path d="M5 36v16M23 36v16" />
        </g>
      ))}
      <path className="welcome-floor" d={`M0 54h${of * 36 + 4}`} />
    </svg>
  );
}
