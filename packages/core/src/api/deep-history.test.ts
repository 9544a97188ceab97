import { checkApiContract } from '@antiphon/contract'
import { expect, it } from 'vitest'
import { buildApiRequest } from './build-api-request.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'

/** Deeper than any stack: V8 parses it, but cannot print it. */
function deep(): unknown {
  return JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
}

it('survives values that are nested more deeply than the stack', () => {
  const history = [
    { type: 'user', uuid: 'u1', message: { role: 'user', content: deep() } },
    { type: 'user', uuid: 'u1', message: { role: 'user', content: deep() } },
    {
      type: 'assistant',
      uuid: 'u2',
      message: {
        id: 'm',
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't', name: 'x', input: deep() }],
      },
    },
    {
      type: 'user',
      uuid: 'u3',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: deep() }] },
    },
    { type: 'attachment', uuid: 'u4', attachment: { type: 'never_seen', value: deep() } },
    { type: 'system', subtype: 'local_command', uuid: 'u5', content: deep() },
  ]
  expect(checkApiContract(buildApiRequest(normalizeMessagesForAPI(history)))).toEqual([])
})
