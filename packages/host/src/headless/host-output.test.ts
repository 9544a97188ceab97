import type { WireEvent } from '@antiphon/core'
import type { WireResultEvent } from '@antiphon/core/wire'
import { describe, expect, it } from 'vitest'
import type { Output } from '../io.ts'
import { createHostOutput, type OutputFormat } from './host-output.ts'
import { toBreakdownEvent } from './to-result-event.ts'

const RESULT: WireResultEvent = {
  ...toBreakdownEvent({ sessionId: 's', prompts: [], spent: [] }, ''),
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

  it('cuts what is only read, and never what is kept or comes back', async () => {
    const long = 'x'.repeat(2_000_000)
    const prompt: WireEvent = {
      type: 'user',
      message: { role: 'user', content: long },
      parent_tool_use_id: null,
    }
    const mirror: WireEvent = { type: 'transcript_mirror', filePath: 'a', entries: [{ type: 'user', long }] }
    const question: WireEvent = {
      type: 'control_request',
      request_id: 'r',
      request: { subtype: 'mcp_message', server_name: 'a', message: { long } },
    }
    const [first = '', ...whole] = (await print('stream-json', [prompt, mirror, question]))
      .trimEnd()
      .split('\n')
    expect(first.length).toBeLessThan(1024 * 1024)
    expect(whole.map(line => JSON.parse(line))).toEqual([mirror, question])
  })

  it('prints the words of the last result, and nothing of one that failed', async () => {
    expect(
      await print('text', [toBreakdownEvent({ sessionId: 's', prompts: [], spent: [] }, 'x'), RESULT]),
    ).toBe('done \u001b[31mred\n')
    expect(await print('text', [RESULT], { isTerminal: true })).toBe('done red\n')
    expect(await print('text', [toBreakdownEvent({ sessionId: 's', prompts: [], spent: [] }, 'x')])).toBe('')
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
