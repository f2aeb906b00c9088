import './spinner.css';

/** A 16 px spinner. `over` centers it on its container. */
export function Spinner({ over = false, size = 16 }: { over?: boolean; size?: number }) {
  return (
    <svg
      className="t-spinner"
      data-over={over || undefined}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path
        d="M8 1.8A6.2 6.2 0 1 0 14.2 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
