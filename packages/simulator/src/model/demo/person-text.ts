import { type ContextReference, MISSING_USER_TURN, parseContext, SYNTHETIC_MESSAGES } from '@antiphon/core'

/** What a person said in a text, without what a harness wrapped around it. */
export type PersonText = { readonly text: string; readonly references: readonly ContextReference[] }

/** Takes reminders, command output and the like off a text, and the attached context apart. */
export function readPersonText(raw: string): PersonText {
  const bare = WRAPPINGS.reduce(withoutTag, raw).trim()
  if (NOBODY.has(bare) || CONTINUED.test(bare)) return { text: '', references: [] }
  const { references, text } = parseContext(bare)
  // A cut must not leave half a character.
  return { text: text.trim().slice(0, LONGEST_WISH).replace(HALF_PAIR, ''), references }
}

/** Text without `<tag>…</tag>`, wherever it stands. */
export function withoutTag(text: string, tag: string): string {
  const open = `<${tag}>`
  const close = `</${tag}>`
  let rest = text
  for (let start = rest.indexOf(open); start !== -1; start = rest.indexOf(open)) {
    const end = rest.indexOf(close, start)
    if (end === -1) return rest.slice(0, start)
    rest = rest.slice(0, start) + rest.slice(end + close.length)
  }
  return rest
}

/** The wishes are short; every pattern is tried at every blank of a longer one. */
const LONGEST_WISH = 3000
const HALF_PAIR = /[\ud800-\udbff]$/

const WRAPPINGS: readonly string[] = [
  'system-reminder',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'command-name',
  'command-message',
  'command-args',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'ide_opened_file',
  'ide_selection',
  'task-notification',
]

const NOBODY: ReadonlySet<string> = new Set([...SYNTHETIC_MESSAGES, MISSING_USER_TURN])

/** The heads of the messages with which Claude Code and the engine go on after a compaction. */
const CONTINUED = /^This (?:session is being continued from a previous|conversation goes on from an earlier)/
