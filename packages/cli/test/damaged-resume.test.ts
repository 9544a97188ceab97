import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ApiRequest } from '@antiphon/contract'
import {
  buildConversation,
  decodeLines,
  getMessagesAfterCompactBoundary,
  MISSING_USER_TURN,
  normalizeMessagesForAPI,
  type Repair,
} from '@antiphon/core'
import { answer, boundary, prompt, result, summary } from '@antiphon/core/testing/log-builder'
import { toLogPath } from '@antiphon/transcript'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arbitraryDamagedFile } from '../../transcript/test/arbitrary-damaged-file.ts'
import { fewIfQuick, LONG, rounds } from '../../transcript/test/process/soak.ts'
import { createHeadlessKit, type HeadlessKit, listRefusals } from './headless-kit.ts'
import { type Ran, runHere } from './test-io.ts'

let kit: HeadlessKit
beforeAll(async () => {
  const model = { name: 'short', answer: () => ({ blocks: [{ type: 'text' as const, text: 'Here.' }] }) }
  // The logs hold thinking that nobody signed here.
  kit = await createHeadlessKit(model, { acceptsForeignThinking: true })
})
afterAll(() => kit.close())

const lines = (...entries: readonly object[]): string =>
  entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
const TALK = [prompt('a', null), answer('b', 'a'), prompt('c', 'b'), answer('d', 'c')]
const CALL = answer('e', 'd', { calls: ['toolu_1'] })

/** What happened to a file; the words that the model must still get; what a person must be told. */
const CASES: readonly {
  readonly name: string
  readonly content: string | Buffer
  readonly says: readonly string[]
  readonly told: RegExp | null
}[] = [
  { name: 'nothing', content: lines(...TALK), says: ['prompt a', 'answer d'], told: null },
  { name: 'no byte', content: '', says: [], told: null },
  { name: 'only empty lines', content: '\n\n  \n', says: [], told: null },
  {
    name: 'a torn last line',
    content: lines(...TALK).slice(0, -40),
    says: ['prompt a', 'prompt c'],
    told: /1 line cannot be read at byte/,
  },
  {
    name: 'a block of zeros',
    content: `${lines(...TALK)}${'\0'.repeat(4096)}\n${lines(prompt('f', 'd'))}`,
    says: ['prompt a', 'answer d', 'prompt f'],
    told: /1 line cannot be read at byte/,
  },
  {
    name: 'a line of garbage',
    content: Buffer.concat([
      Buffer.from(lines(...TALK)),
      Buffer.from([0xff, 0xfe, 0x80, 0x0a]),
      Buffer.from(lines(prompt('f', 'd'))),
    ]),
    says: ['prompt a', 'prompt f'],
    told: /1 line cannot be read at byte/,
  },
  {
    name: 'a lost parent',
    content: lines(prompt('a', null), answer('b', 'a'), prompt('c', 'lost'), answer('d', 'c')),
    says: ['prompt a', 'answer b', 'prompt c', 'answer d'],
    told: /Note: 1 message (?:points to one that is missing|is not stored as usual)/,
  },
  {
    name: 'a circle',
    content: lines(prompt('a', 'd'), answer('b', 'a'), prompt('c', 'b'), answer('d', 'c')),
    says: ['prompt a', 'answer d'],
    told: /Note: 1 message (?:points to one that is missing|is not stored as usual)/,
  },
  {
    name: 'a call without a result',
    content: lines(...TALK, CALL),
    says: ['answer d', 'toolu_1'],
    told: /mended 1 place for the model: 1 inserted \(TUP-01/,
  },
  {
    name: 'a result without its call',
    content: lines(...TALK, result('f', 'd', 'toolu_9')),
    says: ['answer d', 'result f'],
    told: /mended 1 place for the model: .*TUP-0/,
  },
  {
    name: 'lines twice',
    content: lines(...TALK, ...TALK),
    says: ['prompt a', 'answer d'],
    told: /4 messages stand there twice/,
  },
  {
    name: 'two sessions in one file',
    content: lines(
      ...TALK,
      prompt('x', null, { sessionId: 'another' }),
      answer('y', 'x', { extra: { sessionId: 'another' } }),
    ),
    says: ['answer y'],
    told: null,
  },
  {
    name: 'only a summary',
    content: lines({ type: 'summary', summary: 'They sang.', leafUuid: 'gone' }),
    says: [],
    told: null,
  },
  {
    name: 'a compaction and nothing after it',
    content: lines(...TALK, boundary('s', 'd'), summary('t', 's')),
    says: ['prompt t'],
    told: null,
  },
  {
    name: 'lines of other programs',
    content: lines(
      { type: 'telemetry', uuid: 'z', parentUuid: null },
      ...TALK,
      { type: 'note', a: [1] },
      { b: 2 },
    ),
    says: ['prompt a', 'answer d'],
    told: null,
  },
]

describe('a damaged session that goes on', () => {
  it.each(CASES)(
    'with $name: the model gets what can be read, a person is told',
    async ({ content, says, told }) => {
      const { ran, request } = await resume(Buffer.from(content))
      const spoken = JSON.stringify(request.messages)
      for (const words of [...says, 'go on']) expect(spoken).toContain(words)
      if (told === null) expect(ran.stderr).toBe('')
      else expect(ran.stderr).toMatch(told)
    },
  )

  it(
    'in whatever way: one request, not refused, with all that can be read',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryDamagedFile, async bytes => {
          const { ran, request } = await resume(Buffer.from(bytes))
          const { words, repairs } = readView(bytes, request)
          const sent = new Set(listWords(request.messages))
          expect(words.filter(word => !sent.has(word))).toEqual([])
          if (repairs.length > 0) expect(ran.stderr).toContain('for the model')
        }),
        { numRuns: rounds(40, 2000), ...fewIfQuick },
      )
    },
    LONG,
  )

  it(
    'gets the same from the executable',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryDamagedFile, async bytes => {
          const [session, path] = place(bytes)
          const agent = kit.start(['--resume', session, ...FLAGS], {})
          agent.hush()
          const { stderr, ...ended } = await agent.ended
          expect(ended).toEqual({ code: 0, signal: null, isTimeout: false })
          expect(stderr).not.toMatch(/\n\s+at /)
          expect(agent.events.at(-1)).toMatchObject({ type: 'result', is_error: false, result: 'Here.' })
          expect(listRefusals(kit.simulator)).toEqual([])
          rmSync(path)
        }),
        { numRuns: rounds(4, 100), ...fewIfQuick },
      )
    },
    LONG,
  )
})

const FLAGS = ['-p', 'go on', '--output-format', 'stream-json', '--verbose']

function place(bytes: Uint8Array): readonly [session: string, path: string] {
  const session = randomUUID()
  const path = toLogPath(kit.root, { project: 'p', session })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  return [session, path]
}

/** Resumes a file with these bytes, once and then once more: what the first time wrote must be read as well. */
async function resume(bytes: Uint8Array): Promise<{ readonly ran: Ran; readonly request: ApiRequest }> {
  const [session, path] = place(bytes)
  const ran = await ask(session)
  const request = kit.simulator.log.all().at(-1)?.request ?? null
  await ask(session)
  rmSync(path)
  if (!request) throw new Error('no request came')
  return { ran, request }
}

async function ask(session: string): Promise<Ran> {
  kit.simulator.log.clear()
  const ran = await runHere(['--resume', session, ...FLAGS], { env: kit.env })
  expect(listRefusals(kit.simulator)).toEqual([])
  expect(kit.simulator.log.all()).toHaveLength(1)
  expect(ran.code).toBe(0)
  expect(JSON.parse(ran.stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    type: 'result',
    is_error: false,
    result: 'Here.',
  })
  return ran
}

/** What core makes of the file: the words to send, and what had to be repaired for that. */
function readView(
  bytes: Uint8Array,
  { tools }: ApiRequest,
): { readonly words: readonly string[]; readonly repairs: readonly Repair[] } {
  const entries = decodeLines(bytes).flatMap(line => (line.kind === 'entry' ? [line.entry] : []))
  const messages = getMessagesAfterCompactBoundary(buildConversation(entries).messages)
  const repairs: Repair[] = []
  const names = (tools ?? []).flatMap(tool => ('name' in tool ? [{ name: String(tool.name) }] : []))
  const view = normalizeMessagesForAPI(messages, names, { report: repair => repairs.push(repair) })
  return {
    words: listWords(view.map(({ message: { content } }) => content)).filter(
      word => word !== MISSING_USER_TURN,
    ),
    repairs: repairs.filter(({ action }) => action === 'replaced' || action === 'renamed'),
  }
}

/** Every string of a value: texts, ids, names, data. */
function listWords(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listWords) : []
}
