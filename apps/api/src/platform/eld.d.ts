/** The package has types for its main entry only. */
declare module 'eld/extrasmall' {
  export { eld } from 'eld';
}
