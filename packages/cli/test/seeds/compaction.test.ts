import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '@antiphon/contract'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Line, readLogs } from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { createTalk, ofKind, startDialogue, type Talk } from './talk-kit.ts'

type Compacted = {
  readonly talk: Talk
  readonly session: string
  readonly log: readonly Line[]
  /** The bytes of the log before the compaction. */
  readonly before: string
}

function readLogFile({ root }: Talk): string {
  const name = readdirSync(root, { recursive: true, encoding: 'utf8' }).find(path => path.endsWith('.jsonl'))
  return readFileSync(join(root, name ?? ''), 'utf8')
}

/** An answer fills the context; the next prompt has it summed up, and a process later the session goes on. */
async function compact(): Promise<Compacted> {
  const talk = await createTalk([
    'The lamp is old.',
    // What the API says of it is what counts.
    { text: 'The lamp is full.', outputTokens: 1_000_000 },
    'They spoke of a lamp.',
    'Three.',
    'Four.',
  ])
  const first = startDialogue(talk)
  await first.ask('tell me of the lamp')
  await first.ask('and more')
  const before = readLogFile(talk)
  await first.ask('go on')
  await first.end()
  const session = String(first.agent.events.find(({ subtype }) => subtype === 'init')?.session_id)
  const second = startDialogue(talk, ['--resume', session])
  await second.ask('still there?')
  await second.end()
  return { talk, session, before, log: readLogs(talk.root) }
}

/** Large results, then some exchanges, then an answer that says that much of the context is used. */
async function microcompact(): Promise<{ readonly talk: Talk; readonly log: readonly Line[] }> {
  const small = { calls: [{ name: 'Bash', input: { command: 'echo small' } }] }
  const large = Array.from({ length: 5 }, (_, index) => ({
    ...{ name: 'Bash', id: `toolu_large${index}` },
    input: { command: `printf 'word ${index} %.0s' $(seq 3500)` },
  }))
  const talk = await createTalk([
    { calls: large },
    ...Array.from({ length: 5 }, () => small),
    { ...small, outputTokens: 102_000 },
    'Done.',
  ])
  const { ask, end } = startDialogue(talk, ['--model', 'claude-haiku-4-5', '--allowedTools', 'Bash'])
  await ask('look')
  await end()
  return { talk, log: readLogs(talk.root) }
}

let compacted: Compacted
let cleared: Awaited<ReturnType<typeof microcompact>>
beforeAll(async () => {
  ;[compacted, cleared] = await Promise.all([compact(), microcompact()])
})
afterAll(async () => {
  await compacted.talk.close()
  await cleared.talk.close()
})

const sent = (index: number): string => JSON.stringify(compacted.talk.requests().at(index)?.messages)
const boundaryOf = (): Line => ofKind(compacted.log, 'system', 'compact_boundary')[0] ?? {}
const summaryOf = (): Line => compacted.log.find(({ isCompactSummary }) => isCompactSummary === true) ?? {}

describe('a compaction', () => {
  requirement(
    ['000:158-512', '003:201', '004:445'],
    'appends a boundary and changes no byte that was there; what is new is written once',
    async () => {
      const file = readLogFile(compacted.talk)
      expect(compacted.before.length).toBeGreaterThan(1000)
      expect(file.startsWith(compacted.before)).toBe(true)
      expect(boundaryOf()).toMatchObject({
        ...{ type: 'system', subtype: 'compact_boundary', content: expect.any(String) },
        compactMetadata: { trigger: 'auto', preTokens: expect.any(Number) },
      })
      expect(ofKind(compacted.log, 'summary')).toEqual([])
      const uuids = compacted.log.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid]))
      expect(new Set(uuids).size).toBe(uuids.length)
    },
  )

  requirement(
    ['003:60', '003:62', '004:132-140'],
    'leaves a summary that is marked as such, and that a person finds in the transcript only',
    async () => {
      expect(summaryOf()).toMatchObject({
        ...{ type: 'user', isCompactSummary: true, isVisibleInTranscriptOnly: true },
        message: { role: 'user', content: expect.stringContaining('They spoke of a lamp.') },
      })
      const { stdout } = await compacted.talk.run(['show', compacted.session])
      expect(stdout).toMatch(/\(4 prompts, /)
    },
  )

  requirement(
    ['004:447', '004:472-484', '004:410-443'],
    'keeps the last prompt behind the boundary: its tail is stored first, and a resume links it again',
    async () => {
      const { compactMetadata, parentUuid, logicalParentUuid } = boundaryOf()
      const segment = isObject(compactMetadata) ? compactMetadata.preservedSegment : null
      const { tailUuid, anchorUuid } = isObject(segment) ? segment : ({} as Line)
      const indexOf = (wanted: unknown): number => compacted.log.findIndex(({ uuid }) => uuid === wanted)
      expect(parentUuid).toBeNull()
      expect(indexOf(logicalParentUuid)).toBeGreaterThan(-1)
      expect(indexOf(tailUuid)).toBeGreaterThan(-1)
      expect(indexOf(tailUuid)).toBeLessThan(indexOf(boundaryOf().uuid))
      expect(anchorUuid).toBe(summaryOf().uuid)
      for (const request of [sent(-2), sent(-1)]) {
        expect(request).not.toContain('tell me of the lamp')
        expect(request).toMatch(/They spoke of a lamp\..*go on/)
      }
      expect(sent(-1)).toMatch(/go on.*Three\..*still there\?/)
      const { stdout } = await compacted.talk.run(['api', compacted.session])
      expect(stdout).not.toContain('tell me of the lamp')
    },
  )
})

describe('a microcompaction', () => {
  requirement('003:202', 'clears old results at a boundary, and the log keeps them', async () => {
    const [boundary] = ofKind(cleared.log, 'system', 'microcompact_boundary')
    expect(boundary?.microcompactMetadata).toMatchObject({
      compactedToolIds: [0, 1, 2, 3, 4].map(index => `toolu_large${index}`),
      tokensSaved: expect.any(Number),
    })
    const last = JSON.stringify(cleared.talk.requests().at(-1)?.messages)
    expect(last).toContain('toolu_large0')
    expect(last).not.toContain('word 0 word 0')
    expect(JSON.stringify(cleared.log)).toContain('word 0 word 0')
  })
})
