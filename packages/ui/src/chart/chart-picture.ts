/** Pixels for each CSS pixel, so that the picture is sharp in a document. */
const SCALE = 2;
const MARGIN = 16;
const TITLE_HEIGHT = 28;

const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
  'text-anchor',
] as const;

/** Copies computed styles: outside of the page, the drawing knows no variables and classes. */
function inlineStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of STYLES) (to as SVGElement).style.setProperty(name, style.getPropertyValue(name));
  Array.from(from.children).forEach((child, place) => {
    const copy = to.children[place];
    if (copy) inlineStyles(child, copy);
  });
}

function loadImage(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('the chart cannot be drawn as a picture'));
    image.src = url;
  });
}

/**
 * Draws a chart as PNG, with its title, in the colors of the page.
 * @returns null if there is no drawing in the frame
 */
export async function chartPicture(frame: HTMLElement, title: string): Promise<Blob | null> {
  const drawing = frame.querySelector<SVGSVGElement>('svg.recharts-surface');
  if (!drawing) return null;
  const { width, height } = drawing.getBoundingClientRect();
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  inlineStyles(drawing, copy);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.style.overflow = 'visible';
  const source = new XMLSerializer().serializeToString(copy);
  const image = await loadImage(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`);
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * MARGIN) * SCALE;
  canvas.height = (height + TITLE_HEIGHT + 2 * MARGIN) * SCALE;
  const context = canvas.getContext('2d');
  if (!context) return null;
  const style = getComputedStyle(frame);
  context.scale(SCALE, SCALE);
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.color;
  context.font = `600 14px ${style.fontFamily}`;
  context.fillText(title, MARGIN, MARGIN + 14);
  context.drawImage(image, MARGIN, MARGIN + TITLE_HEIGHT, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
