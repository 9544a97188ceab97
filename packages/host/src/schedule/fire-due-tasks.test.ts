import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AGENT_ORIGIN, type Message } from '@antiphon/core'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { fireDueTasks, toFireUuid } from './fire-due-tasks.ts'
import { createScheduleFile, type ScheduleFile } from './schedule-file.ts'
import { createSessionSchedule } from './session-schedule.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-schedule-'))
afterAll(() => rmSync(folder, { recursive: true }))

const START = Date.parse('2026-11-16T09:00:00Z')
const MINUTE = 60_000

/** A session that is taken up again and again; any write may be its process's last. */
function createWorld(name: string) {
  const log = join(folder, `${name}.jsonl`)
  const file: ScheduleFile = createScheduleFile(folder, { project: '-p', session: name })
  let time = START
  let left = Number.POSITIVE_INFINITY
  const write = (line: object): void => {
    if (left-- <= 0) throw new Error('killed')
    appendFileSync(log, `${JSON.stringify(line)}\n`)
  }
  const read = (): readonly Record<string, unknown>[] =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
  appendFileSync(log, '')
  return {
    file,
    log,
    read,
    now: () => time,
    pass(minutes: number) {
      time += minutes * MINUTE
    },
    /** A process that takes the session, says what is due, and is killed after so many writes. */
    async run(writes: number): Promise<void> {
      left = writes
      const dying: ScheduleFile = {
        ...file,
        change(decide) {
          if (left-- <= 0) throw new Error('killed')
          return file.change(decide)
        },
      }
      const engine = {
        tell: async (messages: readonly Message[]) => messages.forEach(write),
        queue: async (content: unknown, { origin }: { readonly origin?: unknown } = {}) => {
          write({ type: 'queue-operation', operation: 'enqueue', content, origin })
          return 'uuid'
        },
      }
      const schedule = createSessionSchedule(dying, () => time)
      const options = { schedule, engine, logPath: log, openedAt: time, now: () => time }
      await fireDueTasks({ ...options, onFire: async () => {} }).catch(error => {
        if (String(error) !== 'Error: killed') throw error
      })
      time += MINUTE / 2
    },
  }
}

const enqueued = (lines: readonly Record<string, unknown>[]): readonly unknown[] =>
  lines.filter(({ operation }) => operation === 'enqueue').map(({ content }) => content)

describe('what is due', () => {
  it('is said once, wherever its process is killed', async () => {
    let world = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 }), async kills => {
        const { file, now, pass, read, run } = createWorld(`kill-${world++}`)
        const schedule = createSessionSchedule(file, now)
        const once = { kind: 'at', at: START + MINUTE } as const
        await schedule.add({ prompt: 'one', time: once }, { isDurable: true })
        await schedule.add({ prompt: 'two', time: { kind: 'every', minutes: 60 } }, { isDurable: true })
        pass(61)
        for (const writes of kills) await run(writes)
        await run(99)
        await run(99)
        expect([...enqueued(read())].sort()).toEqual(['one', 'two'])
        expect(read().filter(({ subtype }) => subtype === 'scheduled_task_fire')).toHaveLength(2)
        pass(61)
        await run(99)
        expect(enqueued(read()).filter(prompt => prompt === 'two')).toHaveLength(2)
      }),
      { numRuns: 25 },
    )
  }, 60_000)

  it('tells that it comes late, and makes up for many missed times once', async () => {
    const { file, now, pass, read, run } = createWorld('late')
    const schedule = createSessionSchedule(file, now)
    await schedule.add({ prompt: 'tick', time: { kind: 'every', minutes: 5 } }, { isDurable: true })
    pass(600)
    await run(99)
    expect(enqueued(read())).toEqual(['tick'])
    expect(read()[0]?.content).toMatch(
      /^Scheduled task \w+ \(every 5 minutes\): tick · missed at .*made up for once$/,
    )
    await run(99)
    expect(enqueued(read())).toEqual(['tick'])
  })

  it('is the word of a person only where a person planned it', async () => {
    const { file, now, pass, read, run } = createWorld('agent')
    const schedule = createSessionSchedule(file, now)
    const time = { kind: 'every', minutes: 1 } as const
    await schedule.add({ prompt: '/clear', time }, { isDurable: true })
    await schedule.add({ prompt: '!rm a', time, isOfAgent: true }, { isDurable: true })
    pass(2)
    await run(99)
    const queued = read().filter(({ operation }) => operation === 'enqueue')
    expect(queued.map(({ content, origin }) => [content, origin])).toEqual([
      ['/clear', undefined],
      ['!rm a', AGENT_ORIGIN],
    ])
  })

  it('has a name that follows from the task and its time', () => {
    const task = { id: 'a', prompt: '', time: { kind: 'every', minutes: 1 }, createdAt: 0 } as const
    expect(toFireUuid({ task, due: 1 })).toBe(toFireUuid({ task: { ...task, prompt: 'x' }, due: 1 }))
    expect(toFireUuid({ task, due: 1 })).not.toBe(toFireUuid({ task, due: 2 }))
    expect(toFireUuid({ task, due: 1 })).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
    )
  })
})
