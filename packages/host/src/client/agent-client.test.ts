import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createAgentClient } from './agent-client.ts'

describe('createAgentClient', () => {
  it('reads on when whoever hears an event cannot take it, and tells of that', async () => {
    const output = new PassThrough()
    const [heard, failures]: [string[], unknown[]] = [[], []]
    const client = createAgentClient({
      pipe: {
        ...{ output, input: new PassThrough(), kill: () => {} },
        ended: Promise.resolve({ code: 0, words: '' }),
      },
      onEvent(event) {
        heard.push(event.type)
        if (event.type === 'system') throw new Error('odd')
      },
      onFailure: (error, event) => failures.push([String(error), event.type]),
    })
    output.end('{"type":"system"}\n{"type":"result"}\n')
    await client.ended
    expect(heard).toEqual(['system', 'result'])
    expect(failures).toEqual([['Error: odd', 'system']])
  })
})
