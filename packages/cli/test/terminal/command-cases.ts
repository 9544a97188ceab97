import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltInName } from '@antiphon/engine/command-table'
import type { ScriptReply } from '@antiphon/simulator'
import { waitFor } from '../headless-kit.ts'
import type { TerminalKit, TestTerminal } from './terminal-kit.ts'

/** What becomes of a command that somebody types in a terminal. */
export type CommandCase = {
  /** What is typed behind its name. */
  readonly words?: string
  /** What the model says behind its first answer. */
  readonly replies?: readonly ScriptReply[]
  /** The question that is answered by yes. */
  readonly asks?: RegExp
  /** What the screen shows, or what scrolled out of it. */
  readonly shows: string | RegExp
  /** Whether the log tells of it, and so the model. */
  readonly isStored: boolean
  /** It ends the talk, or begins another: nothing more is typed there. */
  readonly isLast?: boolean
  /** What else has come of it. */
  readonly behind?: (terminal: TestTerminal, kit: TerminalKit) => Promise<void> | void
}

/** Every command of the table, typed behind a talk of one prompt. */
export const COMMAND_CASES: Readonly<Record<BuiltInName, CommandCase>> = {
  help: { shows: /\/help\s+List the commands that there are/, isStored: false },
  clear: {
    replies: ['Another.'],
    shows: '── new session',
    isStored: false,
    isLast: true,
    behind: said('Another.'),
  },
  compact: {
    replies: ['The heron stood.'],
    shows: /Conversation compacted|compacted/i,
    isStored: true,
    isLast: true,
  },
  context: { shows: /│.*tokens/, isStored: true },
  cost: { shows: /│.*\$/, isStored: true },
  usage: { shows: /│.*Opus/i, isStored: true },
  model: { words: 'claude-sonnet-5', shows: 'Sonnet 5', isStored: false },
  permissions: { shows: '│ Mode: default', isStored: true },
  mode: { words: 'plan', shows: '⏸ plan mode', isStored: false, behind: leavePlanMode },
  resume: {
    shows: /Go on with a session ›[\s\S]*❯ where is the heron\?/,
    isStored: false,
    behind: leaveList,
  },
  fork: {
    replies: ['Another.'],
    shows: '── going on in a copy',
    isStored: false,
    isLast: true,
    behind: said('Another.'),
  },
  rewind: {
    shows: /Go back to before which message\?[\s\S]*❯ where is the heron\?/,
    isStored: false,
    behind: leaveList,
  },
  export: {
    words: 'heron.md',
    asks: /May Write run\?[\s\S]*heron\.md/,
    shows: /│.*heron\.md/,
    isStored: true,
    behind: (_terminal, { folder }) => holds(join(folder, 'heron.md'), 'The heron stands.'),
  },
  rename: { words: 'lamp', shows: 'The session is called: lamp', isStored: true },
  doctor: { shows: '│ ✓ Fine.', isStored: true },
  mcp: { shows: '│ There are no MCP servers', isStored: true },
  agents: { shows: /│.*general-purpose/, isStored: true },
  memory: { shows: /│ (?:No file tells|Instructions)/, isStored: true },
  todos: { shows: '│ There is nothing to do on the list', isStored: true },
  tasks: { shows: /│.*background/, isStored: true },
  status: { shows: /│ Session\s+[0-9a-f-]{36}/, isStored: true },
  search: {
    words: 'heron',
    asks: /May Read run\?[\s\S]*projects/,
    shows: /│\s+\w{8}\s+answer\s+The heron stands\./,
    isStored: true,
  },
  sandbox: { shows: /│.*(?:sandbox|[Cc]ommands)/, isStored: true },
  skills: { shows: /│.*skill/i, isStored: true },
  theme: {
    words: 'dark',
    shows: 'For a dark background',
    isStored: false,
    behind: (_terminal, { root }) => holds(join(root, '..', 'home', '.antiphon', 'settings.json'), '"dark"'),
  },
  exit: { shows: 'ENDED 0', isStored: false, isLast: true },
}

/** The talk goes on behind it. */
function said(answer: string): NonNullable<CommandCase['behind']> {
  return async terminal => {
    await terminal.until('? for keys')
    await terminal.type('go on')
    await terminal.press('Enter')
    await terminal.until(`● ${answer}`)
  }
}

async function leaveList(terminal: TestTerminal): Promise<void> {
  await terminal.press('Escape')
  await terminal.until('? for keys')
}

async function leavePlanMode(terminal: TestTerminal): Promise<void> {
  await terminal.press('BTab')
  await terminal.without('plan mode')
}

async function holds(path: string, words: string): Promise<void> {
  await waitFor(() => existsSync(path) && readFileSync(path, 'utf8').includes(words))
}
