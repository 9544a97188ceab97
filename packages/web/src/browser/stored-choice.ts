/** What was chosen here before; null where nothing was, or where the browser keeps nothing. */
export function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(`antiphon.${name}`)
  } catch {
    return null
  }
}

/** Keeps a choice for the next visit; a browser that keeps nothing is no reason to fail. */
export function keepChoice(name: string, value: string): void {
  try {
    localStorage.setItem(`antiphon.${name}`, value)
  } catch {
    // The choice holds until the page is closed.
  }
}
