/** A text with its variables filled in, and those that have neither a value nor a default. */
export type Expanded = { readonly text: string; readonly missing: readonly string[] }

/** Fills in `${NAME}` and `${NAME:-default}`; what a variable holds is not expanded again. */
export function expandVariables(text: string, env: Readonly<Record<string, string | undefined>>): Expanded {
  const missing: string[] = []
  const expanded = text.replace(VARIABLE, (whole: string, name: string, fallback: string | undefined) => {
    const value = env[name]
    if (value !== undefined && (value !== '' || fallback === undefined)) return value
    if (fallback !== undefined) return fallback
    missing.push(name)
    return whole
  })
  return { text: expanded, missing }
}

const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g
