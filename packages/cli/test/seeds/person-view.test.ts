import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Line } from '../headless-kit.ts'
import { answer, attachment, call, result, SYSTEM_MESSAGES, text, user } from './log-parts.ts'
import { requirement } from './requirement.ts'
import { createLogShelf, runIn, toEntries, uuidOf } from './talk-kit.ts'

const hook = (event: string, words: string): Line =>
  attachment({
    ...{ type: 'hook_success', hookEvent: event, hookName: `${event}:Read`, toolUseID: 'tu_1' },
    ...{ content: words, stdout: words, stderr: '', exitCode: 0 },
  })

const SYNTHETIC = [
  '[Request interrupted by user]',
  '[Request interrupted by user for tool use]',
  "The user doesn't want to take this action right now. STOP what you are doing and wait for the user to tell you how to proceed.",
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.",
  'No response requested.',
]

/** Calls whose hooks and results came in another order, meta and virtual messages, all texts of the program. */
const LOG = toEntries([
  user('Look'),
  answer('msg_1', [
    { type: 'thinking', thinking: 'hm', signature: 's' },
    text('Reading.'),
    ...[call('tu_1', 'Read', { file_path: 'a' }), call('tu_2', 'Read', { file_path: 'b' })],
  ]),
  hook('PreToolUse', 'BEFORE'),
  user([result('tu_2', 'b is')]),
  hook('PostToolUse', 'AFTER'),
  user([result('tu_1', 'a is')]),
  user('META', { isMeta: true }),
  user('VIRTUAL', { isVirtual: true }),
  ...SYNTHETIC.map(words => user([text(words)])),
  ...SYSTEM_MESSAGES,
  answer('msg_2', [text('Done.')]),
])

const shelf = createLogShelf()
let items: readonly Line[]
let again: readonly Line[]
let screen: string
let everything: string
beforeAll(async () => {
  const path = shelf.write('person.jsonl', LOG)
  const read = async (...flags: readonly string[]): Promise<string> =>
    (await runIn(['show', path, ...flags])).stdout
  const [json, second, plain, all] = await Promise.all([
    read('--json'),
    read('--json'),
    read(),
    read('--all'),
  ])
  items = JSON.parse(json).items
  again = JSON.parse(second).items
  ;[screen, everything] = [plain, all]
})
afterAll(() => shelf.remove())

const of = (index: number): readonly Line[] =>
  items.filter(({ uuid }) => String(uuid).startsWith(uuidOf(index).slice(0, 24)))

describe('`antiphon show`', () => {
  requirement(
    ['003:374-382', '003:442-448', '004:295-299', '004:537-561'],
    'makes an item of each block, with uuids that are derived from the message’s, the same each time',
    async () => {
      expect(of(1).map(({ kind }) => kind)).toEqual(['thinking', 'answer', 'tool', 'tool'])
      expect(of(1).map(({ uuid }) => uuid)).toEqual(
        [0, 1, 2, 3].map(index => `${uuidOf(1).slice(0, 24)}${index.toString(16).padStart(12, '0')}`),
      )
      // Before the first split a message keeps its own; behind it all are derived.
      expect(items[0]?.uuid).toBe(uuidOf(0))
      expect(items.at(-1)?.uuid).toBe(`${uuidOf(LOG.length - 1).slice(0, 24)}${'0'.repeat(12)}`)
      expect(again.map(({ uuid }) => uuid)).toEqual(items.map(({ uuid }) => uuid))
    },
  )

  requirement(
    ['004:562-587', '004:562'],
    'tells each call as one story: call, hooks before, result, hooks after, whatever came between',
    async () => {
      const [first, second] = items
        .filter(({ kind }) => kind === 'tool')
        .map(({ story }) => JSON.stringify(story))
      expect(first).toMatch(/BEFORE/)
      expect(first).toMatch(/AFTER/)
      const { preHooks, result: answered, postHooks } = JSON.parse(first ?? '{}')
      expect(JSON.stringify(preHooks)).toContain('BEFORE')
      expect(JSON.stringify(answered)).toContain('a is')
      expect(JSON.stringify(postHooks)).toContain('AFTER')
      expect(second).not.toMatch(/BEFORE|AFTER/)
      expect(screen).toMatch(/Read a[^\n]*\n[^\n]*a is[\s\S]*Read b[^\n]*\n[^\n]*b is/)
    },
  )

  requirement(
    ['004:135', '004:139'],
    'hides what was made for the model, and shows what is never sent, marked as such',
    async () => {
      expect(screen).not.toContain('META')
      expect(everything).toContain('META')
      expect(screen).toMatch(/VIRTUAL \(never sent\)/)
    },
  )

  requirement(
    ['003:405-412', '003:414-430', '004:280-292'],
    'takes none of the five texts of the program for a prompt',
    async () => {
      const said = items.filter(({ kind }) => kind === 'prompt').map(({ text: words }) => words)
      expect(said).toEqual(['Look', 'VIRTUAL'])
      expect(items.filter(({ kind }) => kind === 'interruption').map(({ text: words }) => words)).toEqual(
        SYNTHETIC,
      )
    },
  )

  requirement('003:485-494', 'knows every kind of system message', async () => {
    const shown = items.filter(({ kind }) => kind !== 'unknown').map(item => JSON.stringify(item))
    const known = SYSTEM_MESSAGES.map(({ subtype }) => String(subtype))
    expect(known.filter(subtype => !shown.some(item => item.includes(`"subtype":"${subtype}"`)))).toEqual([])
  })
})
