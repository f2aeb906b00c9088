/** The document's title while a screen is open: `Campaigns | Troupe`; `whole` titles stand alone. */
export function DocumentTitle({ children, whole = false }: { children: string; whole?: boolean }) {
  return <title>{whole ? children : `${children} | Troupe`}</title>;
}
