/** What was chosen here before; null where nothing was, or where the browser keeps nothing. */
export function readChoice(name: string): string | null {
  return read(() => localStorage, name)
}

/** Keeps a choice for the next visit; a browser that keeps nothing is no reason to fail. */
export function keepChoice(name: string, value: string): void {
  keep(() => localStorage, name, value)
}

/** Forgets a choice. */
export function dropChoice(name: string): void {
  keep(() => localStorage, name, undefined)
}

/** What this window kept under a name; undefined where it is nothing. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(read(() => sessionStorage, name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps something as long as the window is there, or forgets it; what is too long holds until its view is left. */
export function keepInWindow(name: string, value: object | undefined): void {
  keep(() => sessionStorage, name, value && JSON.stringify(value))
}

function read(storage: () => Storage, name: string): string | null {
  try {
    return storage().getItem(`antiphon.${name}`)
  } catch {
    return null
  }
}

function keep(storage: () => Storage, name: string, text: string | undefined): void {
  try {
    if (text === undefined) storage().removeItem(`antiphon.${name}`)
    else storage().setItem(`antiphon.${name}`, text)
  } catch {
    // It holds until the page is closed.
  }
}
