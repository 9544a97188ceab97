import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_TASKS } from '@antiphon/engine'
import { afterAll, describe, expect, it } from 'vitest'
import { createScheduleFile } from './schedule-file.ts'
import { createSessionSchedule } from './session-schedule.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-session-schedule-'))
afterAll(() => rmSync(folder, { recursive: true }))

const EVERY = { kind: 'every', minutes: 1 } as const

describe('a schedule', () => {
  it('sees what other programs do to it, and loses nothing when they write at once', async () => {
    const open = () => createSessionSchedule(createScheduleFile(folder, { project: '-p', session: 'a' }))
    const [here, there] = [open(), open()]
    const added = await Promise.all(
      [here, there, here, there].map((schedule, index) =>
        schedule.add({ prompt: `p${index}`, time: EVERY }, { isDurable: true }),
      ),
    )
    expect((await here.list()).map(({ task }) => task.prompt).sort()).toEqual(['p0', 'p1', 'p2', 'p3'])
    expect(await there.cancel(added[0]?.task.id ?? '')).toBe(true)
    expect(await there.cancel(added[0]?.task.id ?? '')).toBe(false)
    expect(await here.list()).toHaveLength(3)
    expect(here.hasTasks()).toBe(true)
  })

  it('keeps for itself what need not outlast it, and everything where nothing is stored', async () => {
    const file = createScheduleFile(folder, { project: '-p', session: 'b' })
    const schedule = createSessionSchedule(file)
    const { task } = await schedule.add({ prompt: 'x', time: EVERY }, { isDurable: false })
    expect(await file.read()).toEqual([])
    expect(await schedule.list()).toHaveLength(1)
    expect(await schedule.cancel(task.id)).toBe(true)
    const alone = createSessionSchedule(null)
    expect(await alone.add({ prompt: 'x', time: EVERY }, { isDurable: true })).toMatchObject({
      isDurable: false,
    })
  })

  it('is bounded', async () => {
    const schedule = createSessionSchedule(null)
    for (let count = 0; count < MAX_TASKS; count++)
      await schedule.add({ prompt: 'x', time: EVERY }, { isDurable: false })
    await expect(schedule.add({ prompt: 'x', time: EVERY }, { isDurable: false })).rejects.toThrow('already')
  })

  it('forgets what was said for the last time', async () => {
    let time = 0
    const schedule = createSessionSchedule(null, () => time)
    await schedule.add({ prompt: 'x', time: { kind: 'at', at: 5 } }, { isDurable: false })
    expect(await schedule.due()).toEqual([])
    time = 5
    const [due] = await schedule.due()
    if (due) await schedule.noteFired(due)
    expect(await schedule.list()).toEqual([])
    expect(schedule.hasTasks()).toBe(false)
  })
})
