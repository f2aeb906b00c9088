import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

interface OnDemand<Props> {
  (props: Props): ReactNode;
  /** Loads it ahead. */
  load: () => Promise<ComponentType<Props>>;
}

/**
 * Makes a component whose code loads when it is first drawn, or ahead. Until then it draws nothing. React holds back what
 * was lazy for 300 ms after the last fallback; this is drawn at once.
 * @param load fetches the component; a failure is thrown to the nearest boundary, and the next one drawn tries again
 * @param optional what does without it: a failure leaves its place empty
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { optional = false } = {},
): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () => {
    loading ??= load().then(
      (part) => {
        loaded = part;
        return part;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the top of a module
  function Part(props: Props) {
    const [part, setPart] = useState<{ drawn?: ComponentType<Props> | undefined; error?: unknown }>(() => ({
      drawn: loaded,
    }));
    useEffect(() => {
      if (part.drawn) return;
      let here = true;
      loadOnce().then(
        (drawn) => here && setPart({ drawn }),
        (error: unknown) => here && setPart({ error }),
      );
      return () => {
        here = false;
      };
    }, [part.drawn]);
    if (part.error && !optional) throw part.error;
    return part.drawn ? createElement(part.drawn, props) : null;
  }
  return Object.assign(Part, { load: loadOnce });
}
