/** A path as one word of a command, for whoever pastes it; a path of Windows in its own quotes. */
export function quoteForShell(path: string): string {
  if (/^[\w./-]+$/.test(path)) return path
  return /^[A-Za-z]:\\/.test(path) ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`
}
