import { afterEach, describe, expect, it } from 'vitest'
import { createSnipTool } from './snip-tool.ts'
import { closeHarnesses, harnessWith } from './testing/open-harnesses.ts'

afterEach(closeHarnesses)

describe('Snip', () => {
  it('drops messages by their labels, in whichever form they are given', async () => {
    const dropped: (readonly string[])[] = []
    const snips = {
      snip(labels: readonly string[]) {
        dropped.push(labels)
        return { unknown: labels.filter(label => label === 'zzz') }
      },
    }
    const harness = await harnessWith({ snips })
    const { text, outcome } = await harness.run(createSnipTool(), {
      ids: ['[id:abc123]', 'id:def456', 'abc123', 'zzz'],
    })
    expect(dropped).toEqual([['abc123', 'def456', 'zzz']])
    expect(text).toBe('Dropped 2 messages. No message bears the label zzz.')
    expect(outcome.data).toEqual({ snipped: ['abc123', 'def456'], unknown: ['zzz'] })
    expect((await harness.run(createSnipTool(), { ids: ['zzz'] })).outcome.isError).toBe(true)
  })

  it('says so where it is off, and refuses an empty list', async () => {
    const harness = await harnessWith()
    expect((await harness.run(createSnipTool(), { ids: ['a'] })).outcome.isError).toBe(true)
    expect((await harness.run(createSnipTool(), { ids: ['[id:]'] })).text).toContain('needs the ids')
  })
})
