import { useEffect, useEffectEvent, useState } from 'react';

/** The dropped files, and whether one of them is a folder. */
export interface Dropped {
  files: File[];
  hasFolder: boolean;
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

function droppedIn(transfer: DataTransfer): Dropped {
  const hasFolder = [...transfer.items].some((item) => item.webkitGetAsEntry()?.isDirectory);
  return { files: [...transfer.files], hasFolder };
}

/**
 * Accepts files dropped anywhere on the page while the screen is open.
 * @returns whether files are dragged over the page
 */
export function useFileDrop(onDrop: (dropped: Dropped) => void, active = true): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    if (!active) return;
    // Entering a child fires before leaving its parent, so count them.
    let entered = 0;
    const end = () => {
      entered = 0;
      setOver(false);
    };
    const onEnter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      entered += 1;
      setOver(true);
    };
    const onOver = (event: DragEvent) => {
      if (!carriesFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const onLeave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      entered -= 1;
      if (entered <= 0) end();
    };
    const onDropped = (event: DragEvent) => {
      if (!carriesFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      end();
      take(droppedIn(event.dataTransfer));
    };
    addEventListener('dragenter', onEnter);
    addEventListener('dragover', onOver);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDropped);
    return () => {
      removeEventListener('dragenter', onEnter);
      removeEventListener('dragover', onOver);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDropped);
      setOver(false);
    };
  }, [active]);
  return over;
}
