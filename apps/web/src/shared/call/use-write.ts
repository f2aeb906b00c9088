import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '@troupe/ui/feedback/notify';
import { errorText } from './error-text.ts';

export type Write<Input, Output> = (input: Input) => Promise<Output>;

export interface WriteOptions<Input, Output> {
  /** Title of the failure. */
  failed: string;
  /** Returns whether it handled the failure. */
  onError?: (error: Error) => boolean;
  /** Also called if the row that made the change is gone by then, unlike a callback of `mutate`. */
  onDone?: (output: Output, input: Input) => void;
}

/** A change after which the queries of these nouns refetch. A failure is shown unless `onError` handles it. */
export function useWrite<Input, Output>(
  nouns: readonly string[],
  write: Write<Input, Output>,
  { failed, onError, onDone }: WriteOptions<Input, Output>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (output: Output, input: Input) => onDone?.(output, input),
    onError: (error: Error) => {
      if (!onError?.(error)) notify.failure(failed, { detail: errorText(error) });
    },
    onSettled: () => Promise.all(nouns.map((noun) => queryClient.invalidateQueries({ queryKey: [noun] }))),
  });
}
