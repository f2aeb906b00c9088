/** Web addresses, without the full stop or bracket that may follow them. */
const ADDRESS = /(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]}'’])/g;

/** Text that people wrote, with its web addresses as links. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their order
      <a key={place} className="t-link" href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ),
  );
}
