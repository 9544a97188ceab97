import { readFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refreshAgents } from '../copy/refresh-agents.ts'
import { listCopies, readEntries } from '../testing/reader-contract.ts'
import { type AgentHome, createAgentHome, readSample } from '../testing/samples.ts'

const WHOLE = readSample('codex/rollout-2026-08-permission-gate.jsonl').toString('utf8')
const LINES = WHOLE.trimEnd().split('\n')
const THREAD = JSON.parse(LINES[0] ?? '{}').payload.id as string
const FORK = '01a011ff-0000-7000-8000-00000000f0f0'
const LATER = '01a01200-0000-7000-8000-00000000aaaa'
const FOLDER = '.codex/sessions/2026/08/17'

describe('a thread of Codex that goes on from another rollout', () => {
  let place: AgentHome
  beforeEach(() => {
    place = createAgentHome()
  })
  afterEach(() => place.remove())

  /** The entries of the session's copy. */
  const read = async (session: string): Promise<readonly Record<string, unknown>[]> => {
    const { problems } = await refreshAgents({
      ...{ env: {}, home: place.home, folder: place.folder, agents: ['codex'] },
    })
    expect(problems).toEqual([])
    const copy = listCopies(place.folder).find(path => path.includes(session))
    return copy === undefined ? [] : readEntries(readFileSync(copy))
  }

  it('has all that was said before the place from which it was forked, counted where it was said', async () => {
    const at = placeBehind('UserMessage')
    place.write(`${FOLDER}/rollout-2026-08-17T22-40-27-${THREAD}.jsonl`, WHOLE)
    place.write(`${FOLDER}/rollout-2026-08-18T10-00-00-${FORK}.jsonl`, continued(FORK, at, { id: FORK }))
    const before = textsBefore(await read(THREAD), at)
    expect(before.length).toBeGreaterThan(0)
    const entries = await read(FORK)
    expect(textsOf(entries)).toEqual([...before, 'Another way.'])
    const copied = entries.filter(entry => entry.uuid !== undefined && entry.forkedFrom !== undefined)
    expect(copied.length).toBeGreaterThan(0)
    expect(new Set(copied.map(({ forkedFrom }) => JSON.stringify(forkedFrom)))).toEqual(
      new Set([JSON.stringify({ sessionId: THREAD })]),
    )
    expect(entries.filter(({ type }) => type === 'agent-usage')).toEqual([])
    const chain = new Set<unknown>([null])
    for (const { uuid, parentUuid } of entries.filter(entry => entry.uuid !== undefined)) {
      expect(chain.has(parentUuid)).toBe(true)
      chain.add(uuid)
    }
  })

  it('that was taken back goes on from its own earlier rollout, whose tokens are its own', async () => {
    const at = placeBehind('UserMessage')
    place.write(`${FOLDER}/rollout-2026-08-17T22-40-27-${THREAD}.jsonl`, WHOLE)
    const before = textsBefore(await read(THREAD), at)
    place.write(
      `${FOLDER}/rollout-2026-08-18T10-00-00-${THREAD}_${LATER}.jsonl`,
      continued(THREAD, at, { id: THREAD }),
    )
    const entries = await read(THREAD)
    expect(textsOf(entries)).toEqual([...before, 'Another way.'])
    expect(entries.some(({ forkedFrom }) => forkedFrom !== undefined)).toBe(false)
    const told = LINES.slice(0, at).filter(line => line.includes('"type":"token_count"')).length
    expect(entries.filter(({ type }) => type === 'agent-usage').length > 0).toBe(told > 0)
  })

  it('names what is not there, and shows the rest', async () => {
    const at = placeBehind('UserMessage')
    place.write(`${FOLDER}/rollout-2026-08-18T10-00-00-${FORK}.jsonl`, continued(FORK, at, { id: FORK }))
    const entries = await read(FORK)
    expect(textsOf(entries)).toEqual(['Another way.'])
    expect(entries).toContainEqual(
      expect.objectContaining({
        subtype: 'informational',
        content: `This thread goes on from the rollout ${THREAD}, which is not here.`,
      }),
    )
  })

  it('ends where two name each other', async () => {
    const at = placeBehind('UserMessage')
    const own = (id: string, base: string): string => continued(id, at, { id }, base)
    place.write(`${FOLDER}/rollout-2026-08-18T10-00-00-${FORK}.jsonl`, own(FORK, LATER))
    place.write(`${FOLDER}/rollout-2026-08-18T11-00-00-${LATER}.jsonl`, own(LATER, FORK))
    expect(textsOf(await read(FORK)).at(-1)).toBe('Another way.')
  })

  it('is read where Codex has packed it, and once where it lies there both ways', async () => {
    const packed = Buffer.from(PACKED, 'base64')
    place.write(`${FOLDER}/rollout-2026-08-01T08-00-00-${PACKED_THREAD}.jsonl.zst`, packed)
    const entries = await read(PACKED_THREAD)
    expect(textsOf(entries)).toEqual(['What is in the jar?', 'Three lemons.'])
    const plain = readFileSync(listCopies(place.folder)[0] ?? '')
    place.write(`${FOLDER}/rollout-2026-08-01T08-00-00-${PACKED_THREAD}.jsonl`, PACKED_TEXT)
    expect(textsOf(await read(PACKED_THREAD))).toEqual(['What is in the jar?', 'Three lemons.'])
    expect(listCopies(place.folder)).toHaveLength(1)
    rmSync(place.folder, { recursive: true })
    const again = await read(PACKED_THREAD)
    expect(again.slice(1)).toEqual(readEntries(plain).slice(1))
  })

  it('says which packed file is damaged, and leaves the others', async () => {
    place.write(`${FOLDER}/rollout-2026-08-01T08-00-00-${FORK}.jsonl`, continued(FORK, 0, { id: FORK }))
    const packed = Buffer.from(PACKED, 'base64')
    packed.fill(0xff, packed.length - 40)
    const path = place.write(`${FOLDER}/rollout-2026-08-01T08-00-00-${PACKED_THREAD}.jsonl.zst`, packed)
    const { problems } = await refreshAgents({
      ...{ env: {}, home: place.home, folder: place.folder, agents: ['codex'] },
    })
    for (const problem of problems) expect(problem.path).toBe(path)
    expect(listCopies(place.folder).some(copy => copy.includes(FORK))).toBe(true)
  })
})

/** The line behind the first that holds a word. */
function placeBehind(word: string): number {
  return LINES.findIndex(line => line.includes(`"type":"${word}"`)) + 1
}

/** A rollout that goes on behind a line of the sample. */
function continued(id: string, at: number, meta: object, base = THREAD): string {
  const time = '2026-08-18T10:00:00.000Z'
  const first = JSON.parse(LINES[0] ?? '{}')
  const untilByte = Buffer.byteLength(`${LINES.slice(0, at).join('\n')}\n`)
  const payload = {
    ...{ ...first.payload, ...meta, session_id: id, timestamp: time },
    history_base: { thread_id: base, end_ordinal_exclusive: at, end_byte_offset: untilByte },
  }
  const prompt = {
    ...{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Another way.' }] },
  }
  return [
    { timestamp: time, ordinal: at, type: 'session_meta', payload },
    { timestamp: time, ordinal: at + 1, type: 'response_item', payload: prompt },
  ]
    .map(line => `${JSON.stringify(line)}\n`)
    .join('')
}

/** What a whole rollout says before one of its lines. */
function textsBefore(entries: readonly Record<string, unknown>[], at: number): readonly string[] {
  const end = Buffer.byteLength(`${LINES.slice(0, at).join('\n')}\n`)
  return textsOf(entries.filter(({ originalAt }) => Number(originalAt) < end))
}

function textsOf(entries: readonly Record<string, unknown>[]): readonly string[] {
  return entries.flatMap(entry => {
    if (entry.isMeta === true || (entry.type !== 'user' && entry.type !== 'assistant')) return []
    const { content } = entry.message as { content: unknown }
    if (typeof content === 'string') return [content]
    const texts = (content as { type: string; text?: string }[]).filter(({ type }) => type === 'text')
    return texts.length === 0 ? [] : [texts.map(({ text }) => text ?? '').join('')]
  })
}

const PACKED_THREAD = '01a00000-0000-7000-8000-0000000000aa'
const PACKED_TEXT = `${[
  '{"timestamp":"2026-08-01T08:00:00.000Z","type":"session_meta","payload":{"id":"01a00000-0000-7000-8000-0000000000aa","timestamp":"2026-08-01T08:00:00.000Z","cwd":"/home/dev/jar","cli_version":"0.147.0","source":"cli"}}',
  '{"timestamp":"2026-08-01T08:00:00.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"What is in the jar?"}]}}',
  '{"timestamp":"2026-08-01T08:00:00.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Three lemons."}]}}',
].join('\n')}\n`
/** The same by `zstd`. */
const PACKED =
  'KLUv/QRY1QcABtEzITCJuA3DIvV357seRvWNJWq0t6EQVvkWVmOHTCVeRnCwhCkAKgApAO1JUOjp2rsW1hTz8vMLJfTTCRBRQUzEVODigIkCkwAEIp6HljbvUv1H+Dxrit06FvUwT3faMDi2MexqjuH55oBJV1UkiJhIEBET1AM+36g/8o0GBflm26wtR8/v09zT10CZd61ttSyzBvG6R+G9q4d5fhkXNX46KgmAgxKF9xjvCrO29kF2nbPoqDXTZsWsjHcBpw1knUaYQlghrc7A8+mNsL10BDEVDgAz84bMlMNomTSqiO+0joq5XDQDvibfa274apTwHQoBDGRSTgEwAz0XSfc='
