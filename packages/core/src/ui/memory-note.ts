/** Whose memory: the project's, the person's for all projects, or the person's for this project. */
export type MemoryPlace = (typeof MEMORY_PLACES)[number]

/** Every place, the most usual first. */
export const MEMORY_PLACES = ['project', 'user', 'local'] as const

/** True for the name of a place. */
export function isMemoryPlace(value: string): value is MemoryPlace {
  return MEMORY_PLACES.some(place => place === value)
}

/** What a person typed as `#words`; null for what is no such thing. */
export function readMemoryNote(typed: string): string | null {
  return NOTE.exec(typed.trim())?.[1] ?? null
}

/** On one line: a heading of Markdown has text below it. `#12` speaks of an issue, `##` begins a text. */
const NOTE = /^#\s*([^\s#\d!][^\n]*)$/

/** The command that keeps such words. */
export function toMemoryCommand(words: string, place: MemoryPlace): string {
  return `/memory ${place} ${words}`
}
