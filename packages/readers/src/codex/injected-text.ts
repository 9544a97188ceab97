/** A message of a person as Codex stores it: what the program put before it, and what was typed. */
export type SplitText = { readonly injected: string; readonly typed: string }

/**
 * Codex stores what it tells the model of its surroundings as words of the user: in an envelope of tags, or under a
 * heading. A first prompt may follow such an envelope in the same text.
 */
export function splitInjected(text: string): SplitText {
  let rest = text
  for (;;) {
    const trimmed = rest.trimStart()
    const end = findEnvelopeEnd(trimmed)
    if (end === 0) break
    rest = trimmed.slice(end)
  }
  const typed = rest.trim() === '' ? '' : rest.trimStart()
  return { injected: text.slice(0, text.length - rest.length), typed }
}

/** Where an envelope ends that stands at the beginning; 0 where none does. */
function findEnvelopeEnd(text: string): number {
  const tag = TAG.exec(text)?.[1]
  if (tag !== undefined) {
    const close = `</${tag}>`
    const end = text.indexOf(close)
    return end === -1 ? 0 : end + close.length
  }
  if (!HEADING.test(text)) return 0
  const instructions = text.indexOf('<INSTRUCTIONS>')
  if (instructions === -1 || instructions > LONGEST_HEADING) return 0
  const close = text.indexOf(END)
  return close === -1 ? 0 : close + END.length
}

// Known by name, or by the underscore that nobody types in a tag.
const TAG =
  /^<([a-z]+(?:_[a-z]+)+|skill|skills|goal|turn|hooks?|environment|permissions(?= )|plugins?)(?:\s[^>]*)?>/
const HEADING = /^# /
const LONGEST_HEADING = 600
const END = '</INSTRUCTIONS>'
