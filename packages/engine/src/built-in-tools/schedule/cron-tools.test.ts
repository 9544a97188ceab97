import { afterEach, describe, expect, it } from 'vitest'
import type { Schedule } from '../../schedule/schedule.ts'
import type { TaskState } from '../../schedule/scheduled-task.ts'
import type { AgentTool } from '../../tool/agent-tool.ts'
import { closeHarnesses, harnessWith } from '../session/testing/open-harnesses.ts'
import { createCronTools } from './cron-tools.ts'

afterEach(closeHarnesses)

const WEEK = 7 * 24 * 60 * 60 * 1000

function createSchedule(): Schedule & { readonly tasks: TaskState[] } {
  const tasks: TaskState[] = []
  return {
    tasks,
    list: async () => tasks,
    async add(wish, { isDurable }) {
      const state = {
        task: { id: 't1', createdAt: (wish.expiresAt ?? WEEK) - WEEK, ...wish },
        firedAt: null,
        isDurable,
      }
      tasks.push(state)
      return state
    },
    async cancel(id) {
      const index = tasks.findIndex(({ task }) => task.id === id)
      return index !== -1 && tasks.splice(index, 1).length === 1
    },
  }
}

const tool = (name: string): AgentTool => {
  const found = createCronTools().find(known => known.name === name)
  if (!found) throw new Error(name)
  return found
}

describe('the tools for a schedule', () => {
  it('create, list and delete', async () => {
    const schedule = createSchedule()
    const harness = await harnessWith({ schedule })
    const made = await harness.run(tool('CronCreate'), { cron: '0 9 * * 1-5', prompt: 'look', durable: true })
    expect(made.text).toMatch(/^Scheduled as t1\. It is due next at .* 09:00\. It ends after 7 days\./)
    expect(made.outcome.data).toMatchObject({ id: 't1', recurring: true, durable: true })
    expect(schedule.tasks[0]?.task.expiresAt).toBe(harness.context.now().getTime() + WEEK)
    expect((await harness.run(tool('CronList'), {})).text).toMatch(/^t1: at 0 9 \* \* 1-5, next .*: look$/)
    expect((await harness.run(tool('CronDelete'), { id: 't1' })).text).toBe('Called off t1.')
    expect((await harness.run(tool('CronDelete'), { id: 't1' })).outcome.isError).toBe(true)
    expect((await harness.run(tool('CronList'), {})).text).toBe('Nothing is scheduled.')
    await harness.run(tool('CronCreate'), { cron: '0 9 * * *', prompt: 'x', recurring: false })
    expect(schedule.tasks).toMatchObject([{ isDurable: false, task: { time: { isOnce: true } } }])
    expect(schedule.tasks[0]?.task).not.toHaveProperty('expiresAt')
  })

  it('say what is wrong', async () => {
    const harness = await harnessWith()
    expect((await harness.run(tool('CronCreate'), { cron: 'soon', prompt: 'x' })).text).toContain(
      'needs minute',
    )
    expect((await harness.run(tool('CronList'), {})).text).toContain('Nothing can be scheduled')
  })

  it('take nothing that would never be said, and no word for a person’s', async () => {
    const schedule = createSchedule()
    const harness = await harnessWith({ schedule })
    const create = async (cron: string, recurring?: boolean): Promise<string> =>
      (
        await harness.run(tool('CronCreate'), {
          cron,
          prompt: 'x',
          ...(recurring === false && { recurring }),
        })
      ).text
    const past = new Date(harness.context.now().getTime() - 24 * 60 * 60 * 1000)
    const nextYear = `0 0 ${past.getDate()} ${past.getMonth() + 1} *`
    expect(await create('0 0 30 2 *')).toContain('never comes')
    expect(await create(nextYear)).toContain('use recurring: false')
    expect(schedule.tasks).toEqual([])
    expect(await create(nextYear, false)).toContain('Scheduled as t1')
    expect(schedule.tasks).toMatchObject([{ task: { isOfAgent: true } }])
  })
})
