import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@antiphon/contract'
import { CONTROL_DIRECTIONS } from '@antiphon/core/wire'
import { describe, expect, it } from 'vitest'
import { createControlBench } from '../../../../cli/test/control-bench.ts'
import { findAnswers } from '../../../../cli/test/headless-driver.ts'

const bench = createControlBench()

describe('every question of a host', () => {
  const subtypes = Object.entries(CONTROL_DIRECTIONS).flatMap(([subtype, direction]) =>
    direction === 'to-host' ? [] : [subtype],
  )

  it('is answered exactly once, with and without its fields: it works, or the answer says why not', async () => {
    const driver = await bench.start()
    const fields: JsonObject = {
      ...{ mode: 'plan', model: 'opus', max_thinking_tokens: 0, title: 'A title', color: 'red', query: 'a' },
      ...{
        user_message_id: randomUUID(),
        message_uuid: randomUUID(),
        path: 'a.txt',
        mtime: 1,
        task_id: 'b1',
      },
      ...{
        servers: {},
        directory: 'sub',
        serverName: 'none',
        server_name: 'none',
        enabled: true,
        tool: 'none',
      },
      ...{ message: {}, uri: 'ui://x', settings: {}, source: 'localSettings', has_subscribers: false },
    }
    const hostile: JsonObject = Object.fromEntries(Object.keys(fields).map(name => [name, { toString: 7 }]))
    const asked: { readonly id: string; readonly subtype: string }[] = []
    for (const given of [fields, {}, hostile])
      for (const subtype of subtypes) {
        const id = randomUUID()
        asked.push({ id, subtype })
        driver.hear({ type: 'control_request', request_id: id, request: { ...given, subtype } })
      }
    for (const { id, subtype } of asked)
      await driver.until(() => findAnswers(driver.events, id)[0], `an answer to ${subtype}`)
    await driver.end()
    for (const { id, subtype } of asked) {
      const answers = findAnswers(driver.events, id)
      expect(answers, subtype).toHaveLength(1)
      expect(answers[0]?.error_code, subtype).toBe(undefined)
      if (answers[0]?.subtype !== 'success') expect(String(answers[0]?.error), subtype).toMatch(/\w+ \w+/)
    }
    expect(subtypes).toHaveLength(39)
  })

  it('that nobody knows is answered as unsupported', async () => {
    const driver = await bench.start()
    for (const subtype of ['fly', 'constructor', '', 'can_use_tool'])
      expect(await driver.ask(subtype)).toMatchObject({
        subtype: 'error',
        error_code: 'unsupported_request',
        error: `Unsupported control request subtype: ${subtype}`,
      })
  })
})
