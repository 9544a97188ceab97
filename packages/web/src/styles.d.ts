/** Styles are the bundler's: a module imports them for what they do to the page. */
declare module '*.css'

/** Styles of one part, by the names that stand in its file; `theme/styles.test.ts` compares both. */
declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  // biome-ignore lint/style/noDefaultExport: the bundler gives them so
  export default names
}

/** A picture's address, once it is built. */
declare module '*.svg' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: the bundler gives them so
  export default address
}
