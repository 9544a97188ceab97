import { isObject } from '@antiphon/contract'

/** Who said something, where several people talk to one agent: as they call themselves, which proves nothing. */
export type MessageAuthor = { readonly id: string; readonly name: string }

/** A message that a person sent, with their name where it is known; further fields pass. */
export type HumanOrigin = { readonly kind: 'human'; readonly author: MessageAuthor }

/** An author as anybody may send it, made safe to show to people and models: one short line. Null where no name is left. */
export function readMessageAuthor(value: unknown): MessageAuthor | null {
  if (!isObject(value)) return null
  const name = cleanPersonName(value.name)
  const id = typeof value.id === 'string' && IDENTIFIER.test(value.id) ? value.id : name
  return name === '' ? null : { id, name }
}

/** A name without control, bidirectional and invisible characters, line ends and angle brackets, not longer than a screen shows. */
export function cleanPersonName(value: unknown): string {
  if (typeof value !== 'string') return ''
  const visible = value
    .slice(0, MAX_UNITS)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}<>]+/gu, ' ')
    .replace(HIDDEN, '')
  return [...visible.trim()].slice(0, MAX_NAME).join('').trim()
}

/** Marks what a person sent. */
export function createHumanOrigin(author: MessageAuthor): HumanOrigin {
  return { kind: 'human', author }
}

/** The person whom an origin names; null where it names none. */
export function readOriginAuthor(origin: unknown): MessageAuthor | null {
  return isObject(origin) && origin.kind === 'human' ? readMessageAuthor(origin.author) : null
}

/** Whether two are the same person; nobody is known to be another than somebody without a name. */
export function isSameAuthor(one: MessageAuthor | null, other: MessageAuthor | null): boolean {
  return one?.id === other?.id
}

const MAX_NAME = 40
const MAX_UNITS = 400
const IDENTIFIER = /^[\w-]{1,64}$/

// The joiners stay: scripts and emoji need them.
const HIDDEN = /(?![\u200c\u200d])[\p{Cf}\p{Cs}\p{Co}]/gu
