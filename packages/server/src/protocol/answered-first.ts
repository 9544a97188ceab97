/** Who answered an agent's question before somebody else did, and how. */
export type AnsweredFirst = { readonly name: string; readonly behavior: 'allow' | 'deny' }

/** What the second is told; a page says it in its own language by `readAnsweredFirst`. */
export function formatAnsweredFirst({ name, behavior }: AnsweredFirst): string {
  return `${name} answered first: ${behavior === 'allow' ? 'allowed' : 'refused'}.`
}

/** Null for any other words. */
export function readAnsweredFirst(words: string): AnsweredFirst | null {
  const [, name, outcome] = /^(.+) answered first: (allowed|refused)\.$/s.exec(words) ?? []
  return name === undefined ? null : { name, behavior: outcome === 'allowed' ? 'allow' : 'deny' }
}
