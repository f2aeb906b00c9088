/** The title of the window while the screen that holds it is shown. */
export function DocumentTitle({ children }: { children: string }) {
  return <title>{`${children} - Troupe`}</title>;
}
