import type { WireEvent } from '@antiphon/core'
import type { ControlRequestEvent } from '@antiphon/core/wire'
import { createHost } from '@antiphon/host'
import { describe, expect, it } from 'vitest'
import { createControlTaker } from './take-control.ts'

const ANN = { kind: 'human', author: { id: 'a', name: 'Ann' } }

describe('an answer of a page', () => {
  async function ask() {
    const sent: WireEvent[] = []
    const host = createHost(async event => void sent.push(event))
    // Only answers are taken here.
    const agent = { hear() {}, pending: () => host.pending('can_use_tool'), settle: host.settle }
    const take = createControlTaker(agent, event => void sent.push(event))
    const answered = host.ask(
      { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: 't' },
      new AbortController().signal,
    )
    const { request_id } = sent[0] as ControlRequestEvent
    const answer = (behavior: string, origin?: object) =>
      take({
        type: 'control_response',
        response: { subtype: 'success', request_id, response: { behavior } },
        ...(origin && { origin }),
      })
    return { sent, answered, answer }
  }

  it('counts once: the second hears who was first, the others whose it was', async () => {
    const { sent, answered, answer } = await ask()
    expect(answer('allow', ANN)).toBeUndefined()
    expect(answer('deny')).toMatchObject({ status: 409, words: 'Ann answered first: allowed.' })
    expect(await answered).toMatchObject({ response: { behavior: 'allow' }, author: ANN.author })
    expect(sent[1]).toMatchObject({
      type: 'control_cancel_request',
      origin: ANN,
      behavior: 'allow',
      tool_name: 'Bash',
    })
  })

  it('needs no name', async () => {
    const { sent, answer } = await ask()
    expect(answer('no')).toBeUndefined()
    expect(sent[1]).not.toHaveProperty('origin')
    expect(answer('allow')).toMatchObject({ words: expect.stringContaining('Nobody waits') })
  })
})
