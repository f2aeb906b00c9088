import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

interface OnDemand<Props> {
  (props: Props): ReactNode;
  /** Preloads it. */
  load: () => Promise<ComponentType<Props>>;
}

/**
 * Creates a component whose code loads on first render, or ahead with `preload`. Until then it renders
 * nothing. Unlike React.lazy, which delays content for 300 ms after a fallback, it renders at once.
 * @param load loads the component; a failure is thrown to the nearest boundary, and the next render tries
 * again
 * @param optional for decorative components: a failure renders nothing
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
