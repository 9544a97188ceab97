import type { WireEvent } from '@antiphon/core'
import { type ChatState, listUntaken, NO_CHAT, reduceChat } from '@antiphon/core/chat'
import { describe, expect, it } from 'vitest'

const ann = { id: 'a', name: 'Ann' }
const ben = { id: 'b', name: 'Ben' }

/** What a page knows after these events. */
function hear(events: readonly object[], state: ChatState = NO_CHAT): ChatState {
  // Only these fields are looked at.
  const heard = events.map((event, index) => ({ seq: state.next + index, event: event as WireEvent }))
  return reduceChat(state, { kind: 'heard', events: heard })
}

const presence = (...people: readonly unknown[]): object => ({ type: 'system', subtype: 'presence', people })
const waiting = (...prompts: readonly object[]): object => ({
  type: 'system',
  subtype: 'prompts_waiting',
  prompts,
})

describe('the people of a chat', () => {
  it('are those of the newest word, as far as they can be read', () => {
    const state = hear([
      presence({ author: ann, activity: 'idle' }),
      presence(
        { author: ann, activity: 'typing' },
        null,
        { author: { id: 'x' } },
        { author: ben, activity: 7 },
      ),
    ])
    expect(state.people).toEqual([
      { author: ann, activity: 'typing' },
      { author: ben, activity: 'idle' },
    ])
    expect(reduceChat(state, { kind: 'restarted' }).people).toHaveLength(2)
  })

  it('decide, and that is shown until the next turn', () => {
    const taken = { type: 'control_cancel_request', request_id: 'r', behavior: 'allow', tool_name: 'Bash' }
    const state = hear([
      { ...taken, origin: { kind: 'human', author: ben } },
      { ...taken, request_id: 'other' },
    ])
    expect(state.decided).toEqual([{ requestId: 'r', author: ben, behavior: 'allow', toolName: 'Bash' }])
    const chosen = { ...taken, tool_name: 'AskUserQuestion', origin: { kind: 'human', author: ben } }
    expect(hear([chosen]).decided).toMatchObject([{ behavior: 'answer' }])
    expect(hear([{ ...chosen, behavior: 'deny' }]).decided).toMatchObject([{ behavior: 'deny' }])
    expect(hear([{ type: 'system', subtype: 'init' }], state).decided).toEqual([])
  })

  it('see what waits of the others, and no longer what one of them took back', () => {
    const mine = { uuid: '1', text: 'mine', contexts: [] }
    const sent = reduceChat(NO_CHAT, { kind: 'sent', prompt: mine })
    const both = hear(
      [waiting({ uuid: '1', text: 'mine', author: ann }, { uuid: '2', text: 'his', author: ben })],
      sent,
    )
    expect(listUntaken(both)).toEqual([mine, { uuid: '2', text: 'his', author: ben, contexts: [] }])
    expect(listUntaken(hear([waiting({ uuid: '2', text: 'his', author: ben })], both))).toMatchObject([
      { uuid: '2' },
    ])
    const wish = { requestId: 'w', request: { subtype: 'cancel_async_message', message_uuid: '1' } } as const
    const returning = hear([waiting()], reduceChat(both, { kind: 'wished', wish }))
    expect(listUntaken(returning)).toEqual([mine])
  })
})
