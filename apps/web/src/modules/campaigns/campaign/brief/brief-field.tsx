import type { BuilderStep } from '@troupe/domain/campaigns/campaign-brief';
import type { FieldProps } from '@troupe/ui/field/field';
import { SavingState } from '@troupe/ui/field/saving-state';
import { createContext, use } from 'react';
import type { BriefField } from './brief-edit.ts';
import type { BriefEditor } from './use-brief.ts';

interface FieldLabels {
  editor: BriefEditor;
  step: BuilderStep;
  /** Whether fields show what is missing: once the user has visited them. */
  tellsGaps: (field: BriefField) => boolean;
  onLeave: (field: BriefField) => void;
}

export const FieldContext = createContext<FieldLabels | null>(null);

/** The editor that the fields of a step write into. */
export function useEditor(): BriefEditor {
  const words = use(FieldContext);
  if (!words) throw new Error('useEditor is for steps of the builder');
  return words.editor;
}

/** The unreadable text of a field: the stored one, and how to store and forget it. */
export function useUnreadText(field: BriefField, row?: number) {
  const words = use(FieldContext);
  if (!words) throw new Error('useUnreadText is for steps of the builder');
  const { editor, step } = words;
  const key = row === undefined ? field : `${field}.${row}`;
  return {
    kept: editor.unread.of(key),
    leave: (text: string, message: string) => editor.unread.put(key, step, field, text, message),
    forget: () => editor.unread.forget(key),
  };
}

/** Label, saving state and error of one field of the brief. */
export function useBriefField(
  field: BriefField,
  label: string,
): Pick<FieldProps, 'labelAside' | 'error'> & { label: string; onBlur: () => void } {
  const words = use(FieldContext);
  if (!words) throw new Error('useBriefField is for steps of the builder');
  const { editor, tellsGaps, onLeave } = words;
  const gap = tellsGaps(field) ? editor.gaps.find((one) => one.field === field)?.message : undefined;
  const error = editor.errorOf(field) ?? gap;
  const state = editor.stateOf(field);
  return {
    label,
    labelAside: state !== 'idle' && !editor.errorOf(field) && (
      <SavingState state={state} onRetry={editor.retry} />
    ),
    error,
    onBlur: () => onLeave(field),
  };
}
