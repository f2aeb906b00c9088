/** The URL of a script that people download. */
declare module '*.mjs?url' {
  const url: string;
  export default url;
}
