/** The package has types for its main entry only. */
declare module 'eld/small' {
  export { eld } from 'eld';
}
