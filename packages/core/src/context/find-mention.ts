/** An `@` with what was typed behind it. */
export type Mention = { readonly start: number; readonly end: number; readonly query: string }

/** The mention that somebody is typing: it ends at the caret, and is no part of an address. */
export function findMention(text: string, caret: number): Mention | undefined {
  const match = MENTION.exec(text.slice(0, caret))
  if (!match) return undefined
  const query = match[1] ?? ''
  return { start: caret - query.length - 1, end: caret, query }
}

// In `me@example.com` nobody mentions anything; Chinese is written without spaces.
const MENTION = /(?<![A-Za-z0-9_.+\-@])@([^\s@]{0,100})$/
