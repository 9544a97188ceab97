import { describe, expect, it } from 'vitest'
import { readLog } from '../log/read-log.ts'
import { CORPUS, readCorpus } from '../testing/corpus.ts'
import { measureToolTime, type ToolTimeOptions } from './measure-tool-time.ts'
import { buildToolStories } from './tool-story.ts'

const at = (time: string): { readonly timestamp: string } => ({ timestamp: `2026-01-01T${time}.000Z` })

function measure(options: Partial<ToolTimeOptions>): ReturnType<typeof measureToolTime> {
  return measureToolTime({
    name: 'Bash',
    call: at('10:00:00'),
    result: at('10:02:00'),
    progress: [],
    ...options,
  })
}

describe('measureToolTime', () => {
  it('takes what was recorded, and what a tool told of itself', () => {
    const own = { ...at('10:02:00'), toolDurationMs: 300 }
    expect(measure({ result: own })).toEqual({ ms: 300, isAtMost: false })
    const told = (toolUseResult: object): object => ({ ...at('10:02:00'), toolUseResult })
    expect(measure({ result: told({ durationMs: 40 }) })).toEqual({ ms: 40, isAtMost: false })
    expect(measure({ result: told({ totalDurationMs: 900 }) })).toEqual({ ms: 900, isAtMost: false })
    expect(measure({ result: told({ durationSeconds: 1.5 }) })).toEqual({ ms: 1500, isAtMost: false })
  })

  it('says at most where nothing tells how long a person was asked', () => {
    expect(measure({})).toEqual({ ms: 120_000, isAtMost: true })
    // Nobody is asked before a file of the folder is read, and elsewhere it takes them longer than reading.
    expect(measure({ name: 'Read', result: at('10:00:01') })).toEqual({ ms: 1000, isAtMost: false })
    expect(measure({ name: 'Read', result: at('10:00:37') })).toEqual({ ms: 37_000, isAtMost: true })
    expect(measure({ name: 'TaskOutput', result: at('10:05:00') })?.isAtMost).toBe(false)
    expect(measure({ name: 'Read', result: at('18:00:00') })?.isAtMost).toBe(true)
  })

  it('starts where a command says that it started', () => {
    const progress = [{ ...at('10:01:50'), data: { type: 'bash_progress', elapsedTimeSeconds: 5 } }]
    expect(measure({ progress })).toEqual({ ms: 15_000, isAtMost: false })
  })

  it('leaves out a machine that slept while a subagent worked', () => {
    const signs = ['10:10:00', '10:20:00', '19:20:00'].map(time => at(time).timestamp)
    const slept = measure({ name: 'Task', signs, result: at('19:25:00') })
    expect(slept).toEqual({ ms: 25 * 60_000, isAtMost: true })
    const wall = { ...at('19:25:00'), toolUseResult: { totalDurationMs: 9.4 * 3_600_000 } }
    expect(measure({ name: 'Task', signs, result: wall })).toEqual(slept)
  })

  it('leaves out a machine that slept while a command told how long it runs', () => {
    const progress = [
      { ...at('10:00:10'), data: { type: 'bash_progress', elapsedTimeSeconds: 5 } },
      { ...at('19:00:10'), data: { type: 'bash_progress', elapsedTimeSeconds: 9 * 3600 + 5 } },
    ]
    expect(measure({ progress, result: at('19:00:20') })).toEqual({ ms: 20_000, isAtMost: true })
  })

  it('has no time for what has none', () => {
    expect(measure({ result: {} })).toBeUndefined()
    expect(measure({ result: at('09:00:00') })).toBeUndefined()
    expect(measureToolTime({ name: '', call: null, result: null, progress: [null] })).toBeUndefined()
  })
})

describe('tool times of real logs', () => {
  it('are bounds no longer than from the call to the result, and no tool works through a night', () => {
    let [exact, bounds] = [0, 0]
    for (const name of CORPUS) {
      const stories = readStories(readCorpus(name))
      for (const { durationMs, isDurationAtMost, startedAt, endedAt, progress, children } of stories) {
        if (durationMs === undefined) continue
        if (isDurationAtMost) bounds += 1
        else exact += 1
        const span = Date.parse(endedAt ?? '') - Date.parse(startedAt)
        // What a tool told of itself is taken at its word; times of lines may be those of their writing.
        if (isDurationAtMost) expect(durationMs).toBeLessThanOrEqual(span)
        if (!isDurationAtMost || progress || children.length > 0)
          expect(durationMs).toBeLessThan(8 * 3_600_000)
      }
    }
    expect(exact).toBeGreaterThan(300)
    expect(bounds).toBeGreaterThan(300)
  })

  it('are what a count by hand gives where nothing was told, and what was told where it was', () => {
    const counts = { told: 0, ran: 0, spans: 0 }
    for (const name of CORPUS.filter(file => file.startsWith('entireio'))) {
      const bytes = readCorpus(name)
      const byHand = countByHand(bytes.toString())
      for (const { id, status, durationMs, children } of readStories(bytes)) {
        const hand = byHand.get(id)
        if (!hand || status === 'denied' || children.length > 0 || hand.results !== 1) continue
        const [known, kind] = expectedTime(hand)
        if (known > 30 * 60_000 || Number.isNaN(known) || known < 0) continue
        counts[kind] += 1
        expect([name, id, kind, durationMs]).toEqual([name, id, kind, known])
      }
    }
    expect(counts.told).toBeGreaterThan(40)
    expect(counts.ran).toBeGreaterThan(50)
    expect(counts.spans).toBeGreaterThan(1000)
  })
})

/** With the progress that old versions stored, as every screen reads it. */
function readStories(bytes: Uint8Array): ReturnType<typeof buildToolStories> {
  const { messages, progress } = readLog(bytes)
  return buildToolStories([...messages, ...progress])
}

type Hand = {
  begun: number
  ended: number
  results: number
  told: number | undefined
  ran: number | undefined
}

function expectedTime({ begun, ended, told, ran }: Hand): [number, 'told' | 'ran' | 'spans'] {
  if (told !== undefined) return [told, 'told']
  return ran === undefined ? [ended - begun, 'spans'] : [ended - ran, 'ran']
}

/** From the lines alone, with nothing of ours: when each call was made and answered, and what was told of its time. */
function countByHand(text: string): ReadonlyMap<string, Hand> {
  const calls = new Map<string, Hand>()
  for (const line of text.split('\n')) {
    const entry = parseLine(line)
    if (!entry) continue
    const time = Date.parse(entry.timestamp)
    const content = entry.message?.content
    const blocks = typeof content === 'object' && content !== null ? content : []
    const progress = entry.type === 'progress' ? calls.get(entry.parentToolUseID) : undefined
    if (progress && typeof entry.data?.elapsedTimeSeconds === 'number')
      progress.ran = time - entry.data.elapsedTimeSeconds * 1000
    for (const block of blocks) {
      if (block.type === 'tool_use' && !calls.has(block.id))
        calls.set(block.id, { begun: time, ended: Number.NaN, results: 0, told: undefined, ran: undefined })
      const hand = block.type === 'tool_result' ? calls.get(block.tool_use_id) : undefined
      if (!hand) continue
      hand.results += 1
      hand.ended = time
      const { totalDurationMs, durationMs, durationSeconds } = Object(entry.toolUseResult)
      hand.told = totalDurationMs ?? durationMs ?? (durationSeconds && durationSeconds * 1000)
    }
  }
  return calls
}

/** As much of a line as is counted by hand. */
type RawLine = {
  readonly type: string
  readonly timestamp: string
  readonly parentToolUseID: string
  readonly data?: { readonly elapsedTimeSeconds?: unknown }
  readonly message?: { readonly content?: readonly RawBlock[] | string }
  readonly toolUseResult?: unknown
}

type RawBlock = { readonly type: string; readonly id: string; readonly tool_use_id: string }

function parseLine(line: string): RawLine | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
