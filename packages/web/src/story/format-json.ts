/** A value as indented JSON; words where it is nested deeper than anybody follows. */
export function formatJson(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? ''
  } catch {
    return '[nested too deep to be shown]'
  }
}
