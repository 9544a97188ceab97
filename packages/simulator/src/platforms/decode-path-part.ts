/** A part of a path without its percent encoding; null for what is empty or badly encoded. */
export function decodePathPart(part: string): string | null {
  try {
    return decodeURIComponent(part) || null
  } catch {
    return null
  }
}
