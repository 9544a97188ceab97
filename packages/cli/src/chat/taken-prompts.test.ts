import { randomUUID } from 'node:crypto'
import { type ChatAction, type ChatState, NO_CHAT, reduceChat } from '@antiphon/core/chat'
import { describe, expect, it } from 'vitest'
import { createTakenPrompts } from './taken-prompts.ts'

const PROMPT = { uuid: randomUUID(), text: 'where is the heron?', contexts: [] }
const WAITS = { type: 'system', subtype: 'prompts_waiting', prompts: [PROMPT] }
const TAKES_UP = { ...WAITS, prompts: [] }
const SAYS = { type: 'user', uuid: PROMPT.uuid, message: { role: 'user', content: PROMPT.text } }
const ENDS = { type: 'result', subtype: 'success' }

/** A talk in which one prompt was sent. */
function startTalk() {
  const taken = createTakenPrompts()
  let state: ChatState = NO_CHAT
  let seq = 0
  const dispatch = (action: ChatAction): void => {
    const before = state
    state = reduceChat(state, action)
    taken.follow(before, state)
  }
  dispatch({ kind: 'sent', prompt: PROMPT })
  return {
    dispatch,
    list: (entries: readonly object[] = []) =>
      taken.list(entries.map(entry => ({ entry }))).map(({ uuid }) => uuid),
    hear(...events: readonly object[]) {
      for (const event of events) {
        // What is said on the wire is JSON of any form.
        dispatch({ kind: 'heard', events: [{ seq: seq++, event: event as never }] })
        taken.hear(event as never)
      }
    },
  }
}

describe('createTakenPrompts', () => {
  it('has a prompt from when it waits no more until the log has it', () => {
    const { hear, list } = startTalk()
    hear(WAITS)
    expect(list()).toEqual([])
    hear(TAKES_UP)
    expect(list()).toEqual([PROMPT.uuid])
    hear(SAYS, ENDS)
    expect(list()).toEqual([PROMPT.uuid])
    expect(list([{ uuid: PROMPT.uuid }])).toEqual([])
    expect(list()).toEqual([])
  })

  it('has none that was refused before it was said', () => {
    const { hear, list } = startTalk()
    hear(WAITS, TAKES_UP, ENDS)
    expect(list()).toEqual([])
  })

  it('has none that comes back to who wrote it', () => {
    const { hear, list, dispatch } = startTalk()
    hear(WAITS)
    const request = { subtype: 'cancel_async_message', message_uuid: PROMPT.uuid } as const
    dispatch({ kind: 'wished', wish: { requestId: '1', request } })
    const response = { subtype: 'success', request_id: '1', response: { cancelled: true } }
    hear(TAKES_UP, { type: 'control_response', response })
    expect(list()).toEqual([])
  })
})
