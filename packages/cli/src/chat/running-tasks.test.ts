import type { WireEvent } from '@antiphon/core'
import { expect, it } from 'vitest'
import { followTasks, type RunningTask } from './running-tasks.ts'

const event = (subtype: string, fields: object = {}): WireEvent =>
  ({ type: 'system', subtype, task_id: 'a', ...fields }) as unknown as WireEvent

it('knows what goes on from its start to its end', () => {
  const after = (...events: readonly WireEvent[]): readonly RunningTask[] =>
    events.reduce<readonly RunningTask[]>((tasks, one) => followTasks(tasks, one, 5), [])
  const started = event('task_started', { description: 'Look around' })
  const progress = event('task_progress', { description: 'Reading a.ts', usage: { tool_uses: 3 } })
  expect(after(started, progress)).toEqual([
    { id: 'a', description: 'Look around', activity: 'Reading a.ts', calls: 3, startedAt: 5 },
  ])
  expect(after(started, progress, event('task_notification'))).toEqual([])
  expect(after(progress)).toEqual([])
  expect(
    after(started, event('task_progress', { usage: null, description: 7 }), event('else')),
  ).toMatchObject([{ activity: '', calls: 0 }])
})
