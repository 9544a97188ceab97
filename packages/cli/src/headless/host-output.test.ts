import type { WireEvent, WireResultEvent } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import type { Output } from '../io.ts'
import { createHostOutput, type OutputFormat } from './host-output.ts'
import { toBreakdownEvent } from './to-result-event.ts'

const RESULT: WireResultEvent = {
  ...toBreakdownEvent('s', ''),
  subtype: 'success',
  is_error: false,
  result: 'done \u001b[31mred',
}
const KEEP_ALIVE: WireEvent = { type: 'keep_alive' }

async function print(
  format: OutputFormat,
  events: readonly WireEvent[],
  { isVerbose = false, isTerminal = false } = {},
): Promise<string> {
  let text = ''
  const stdout: Output = {
    isTerminal,
    columns: () => undefined,
    async write(more) {
      text += more
    },
  }
  const output = createHostOutput({ format, stdout, isVerbose })
  for (const event of events) await output.write(event)
  await output.end()
  return text
}

describe('createHostOutput', () => {
  it('prints each event as a line', async () => {
    expect(
      (await print('stream-json', [KEEP_ALIVE, RESULT]))
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toEqual([KEEP_ALIVE, RESULT])
  })

  it('prints the words of the last result, and nothing of one that failed', async () => {
    expect(await print('text', [toBreakdownEvent('s', 'x'), RESULT])).toBe('done \u001b[31mred\n')
    expect(await print('text', [RESULT], { isTerminal: true })).toBe('done red\n')
    expect(await print('text', [toBreakdownEvent('s', 'x')])).toBe('')
    expect(await print('text', [])).toBe('')
  })

  it('prints the last result as JSON, or everything', async () => {
    expect(JSON.parse(await print('json', [KEEP_ALIVE, RESULT]))).toEqual(RESULT)
    expect(JSON.parse(await print('json', [KEEP_ALIVE, RESULT], { isVerbose: true }))).toEqual([
      KEEP_ALIVE,
      RESULT,
    ])
  })
})
