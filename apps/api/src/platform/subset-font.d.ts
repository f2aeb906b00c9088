/** Makes smaller fonts. The package has no types. */
declare module 'subset-font' {
  /** Returns a font with the characters of a text, and the glyphs that these turn into side by side. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt' | 'woff' | 'woff2'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}
