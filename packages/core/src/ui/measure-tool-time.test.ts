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
    // Nobody is asked before a file is read.
    expect(measure({ name: 'Read', result: at('10:00:01') })).toEqual({ ms: 1000, isAtMost: false })
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
      const { messages } = readLog(readCorpus(name))
      for (const { durationMs, isDurationAtMost, startedAt, endedAt, progress, children } of buildToolStories(
        messages,
      )) {
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
})
