/** Stop words, by ISO 639-3. The package has no types. */
declare module 'stopword' {
  export const ara: string[];
  export const deu: string[];
  export const eng: string[];
  export const fra: string[];
  export const hin: string[];
  export const ita: string[];
  export const jpn: string[];
  export const nld: string[];
  export const porBr: string[];
  export const por: string[];
  export const spa: string[];
}
