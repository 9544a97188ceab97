import { type ContextReference, MISSING_USER_TURN, parseContext, SYNTHETIC_MESSAGES } from '@antiphon/core'

/** What a person said in a text, without what a harness wrapped around it. */
export type PersonText = { readonly text: string; readonly references: readonly ContextReference[] }

/** Takes reminders, command output and the like off a text, and the attached context apart. */
export function readPersonText(raw: string): PersonText {
  const asked = insideOf(raw, 'user_query') ?? insideOf(raw, 'task') ?? raw
  const bare = WRAPPINGS.reduce(withoutTag, asked).trim()
  if (NOBODY.has(bare) || CONTINUED.test(bare)) return { text: '', references: [] }
  const { references, text } = parseContext(bare)
  // A cut must not leave half a character.
  return {
    text: text
      .trim()
      .slice(0, LONGEST_WISH)
      .replace(/[\ud800-\udbff]$/, ''),
    references,
  }
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

/** What stands between a pair of tags. */
export function insideOf(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`)
  const end = text.indexOf(`</${tag}>`, start)
  return start === -1 || end === -1 ? undefined : text.slice(start + tag.length + 2, end)
}

/** Nobody says more than this in one wish; what is pasted behind it is not read. */
const LONGEST_WISH = 20_000

const WRAPPINGS: readonly string[] = [
  'system-reminder',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'command-name',
  'command-message',
  'command-args',
  'command-contents',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'new-diagnostics',
  'task-notification',
  'user-prompt-submit-hook',
  'environment_details',
  'environment_context',
]

const NOBODY: ReadonlySet<string> = new Set([...SYNTHETIC_MESSAGES, MISSING_USER_TURN])

/** The head of the message with which Claude Code goes on after a compaction. */
const CONTINUED = /^This session is being continued from a previous conversation/
