import { randomUUID } from 'node:crypto'
import type { ScriptReply } from '@antiphon/simulator'
import { describe, expect, it } from 'vitest'
import { createControlBench } from '../../../../cli/test/control-bench.ts'

const bench = createControlBench()

describe('what runs and waits', () => {
  it('is interrupted, and prompts that wait stay or go', async () => {
    const sleep: ScriptReply = { calls: [{ name: 'Bash', input: { command: 'sleep 30' } }] }
    const driver = await bench.start([sleep, 'Next.', sleep], { argv: ['--allowed-tools', 'Bash'] })
    driver.hear({ type: 'user', message: { role: 'user', content: 'sleep' } })
    await driver.until(() => driver.events.find(({ type }) => type === 'assistant'), 'the call')
    const [kept, cancelled] = [randomUUID(), randomUUID()]
    driver.hear({ type: 'user', uuid: cancelled, message: { role: 'user', content: 'later' } })
    driver.hear({ type: 'user', uuid: kept, message: { role: 'user', content: 'then' } })
    expect(await driver.get('cancel_async_message', { message_uuid: cancelled })).toEqual({ cancelled: true })
    expect(await driver.get('cancel_async_message', { message_uuid: cancelled })).toEqual({
      cancelled: false,
    })
    expect(await driver.get('interrupt')).toEqual({ still_queued: [kept] })
    await driver.until(() => driver.events.filter(({ type }) => type === 'result')[1], 'both results')
    expect(await driver.get('interrupt', { cancel_queued: true })).toEqual({
      still_queued: [],
      cancelled: [],
    })
  })

  it('in the background is looked at and stopped', async () => {
    const command = 'printf "hello\\n"; sleep 30'
    const driver = await bench.start(
      [{ calls: [{ name: 'Bash', input: { command, run_in_background: true } }] }, 'Started.'],
      { argv: ['--allowed-tools', 'Bash'] },
    )
    await driver.say('go')
    const [, task_id = ''] =
      /\b(b[0-9a-f]{7})\b/.exec(JSON.stringify(bench.requests().at(-1)?.messages)) ?? []
    const output = await driver.until(() => task_id || undefined, 'the id')
    expect(output).not.toBe('')
    for (let tries = 0; tries < 500; tries++) {
      const tail = await driver.get('get_task_output', { task_id })
      if (tail.total_bytes === 6) break
    }
    for (const _ of [1, 2])
      expect(await driver.get('get_task_output', { task_id })).toEqual({
        output: 'hello\n',
        total_bytes: 6,
        truncated: false,
      })
    expect(await driver.get('stop_task', { task_id })).toEqual({})
    expect(await driver.refusal('stop_task', { task_id: 'none' })).toContain('none')
    expect(await driver.refusal('get_task_output', { task_id: 'none' })).toContain('none')
    expect(await driver.get('set_has_subscribers', { has_subscribers: false })).toEqual({})
  })
})

describe('a command in the foreground', () => {
  it('goes to the background when the host wants it, and its turn goes on', async () => {
    const id = 'toolu_sleep'
    const driver = await bench.start(
      [{ calls: [{ name: 'Bash', input: { command: 'sleep 30' }, id }] }, 'It goes on by itself.'],
      { argv: ['--allowed-tools', 'Bash'] },
    )
    expect(await driver.refusal('background_tasks', { tool_use_id: id })).toContain(id)
    expect(await driver.get('background_tasks')).toEqual({ tool_use_ids: [] })
    const result = driver.say('sleep')
    await driver.until(() => driver.events.find(({ type }) => type === 'assistant'), 'the call')
    for (let tries = 0; tries < 500; tries++) {
      const { response } = await driver.ask('background_tasks', { tool_use_id: id })
      if (response) break
    }
    expect(await result).toMatchObject({ subtype: 'success', result: 'It goes on by itself.' })
  })
})
