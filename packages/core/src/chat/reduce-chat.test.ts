import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answer,
  cancel,
  init,
  makeTurns,
  question,
  result,
  stateChanged,
  stream,
} from '../testing/chat-turns.ts'
import type { ChatEvent } from './chat-event.ts'
import { type ChatAction, type ChatState, NO_CHAT } from './chat-state.ts'
import { reduceChat } from './reduce-chat.ts'

const hear = (events: readonly ChatEvent[], state: ChatState = NO_CHAT): ChatState =>
  reduceChat(state, { kind: 'heard', events })
const prompt = (uuid: string, text = uuid): ChatAction => ({
  kind: 'sent',
  prompt: { uuid, text, contexts: [] },
})
const texts = ({ tail }: ChatState): readonly unknown[] =>
  tail.blocks.map(({ open: { block } }) => ('text' in block ? block.text : block.type))

describe('reduceChat', () => {
  it('gathers what the agent is saying, letter by letter', () => {
    const events = makeTurns([[init(), ...answer('m', 'Hello', 'World')]])
    expect(texts(hear(events.slice(0, 5)))).toEqual(['He'])
    expect(texts(hear(events))).toEqual(['Hello', 'World'])
    expect(hear(events).tail.blocks.map(({ uuid }) => uuid)).toEqual(['m Hello', 'm World'])
  })

  it('knows what is done, until the turn ends', () => {
    const doing = (...events: readonly object[]): ChatState['doing'] =>
      hear(makeTurns([[init(), ...events]])).doing
    const summary = { type: 'tool_use_summary', summary: 'Read a.txt', preceding_tool_use_ids: [] }
    const progress = { type: 'tool_progress', tool_name: 'Bash', elapsed_time_seconds: 4.4 }
    const search = { ...progress, tool_name: 'WebSearch', query: 'tides' }
    expect(doing(progress)).toEqual({ kind: 'tool', name: 'Bash', seconds: 4, output: '' })
    expect(doing(progress, summary)).toEqual({ kind: 'summary', words: 'Read a.txt' })
    expect(doing(summary, search)).toEqual({ kind: 'search', query: 'tides', found: null })
    expect(doing(search, { ...search, result_count: 7 })).toEqual({
      kind: 'search',
      query: 'tides',
      found: 7,
    })
    expect(doing({ ...progress, parent_tool_use_id: 'call' })).toBe(null)
    expect(doing(summary, result(0))).toBe(null)
  })

  it('takes back what was begun where the answer begins anew', () => {
    const begun = answer('m1', 'Hel').slice(0, 4)
    expect(texts(hear(makeTurns([[init(), ...begun, ...answer('m2', 'Hi')]])))).toEqual(['Hi'])
  })

  it('leaves what a subagent says to its own log', () => {
    const nested = stream({ type: 'message_start', message: { id: 'x' } }, 'call')
    expect(hear(makeTurns([[init(), nested]])).tail.messageId).toBe('')
  })

  it('keeps of a cut answer only what was given whole', () => {
    const cut = [...answer('m', 'Whole').slice(0, -1), ...answer('m', '', 'Hal').slice(4, -3)]
    expect(texts(hear(makeTurns([[init(), ...cut, result(0)]])))).toEqual(['Whole'])
  })

  it('asks what the agent asks until it is answered here, elsewhere or called off', () => {
    const asked = hear(makeTurns([[init(), question('a'), question('b')]]))
    expect(asked.questions.map(({ requestId }) => requestId)).toEqual(['a', 'b'])
    expect(reduceChat(asked, { kind: 'answered', requestId: 'a' }).questions).toHaveLength(1)
    expect(
      hear([{ seq: 3, event: cancel('b') as never }], asked).questions.map(one => one.requestId),
    ).toEqual(['a'])
    expect(hear(makeTurns([[question('a', { subtype: 'hook_callback' })]])).questions).toEqual([])
  })

  it('tells what a turn cost of what all turns cost, and how full the context is', () => {
    const { spending } = hear(makeTurns([[init(), ...answer('m', 'a'), result(0.5), init(), result(0.75)]]))
    expect(spending).toMatchObject({
      turnUsd: 0.25,
      totalUsd: 0.75,
      contextTokens: 1000,
      contextWindow: 200_000,
    })
  })

  it('lets a prompt go when a turn took it up, however that is told', () => {
    const sent = ['a', 'b', 'c'].reduce((state, uuid) => reduceChat(state, prompt(uuid)), NO_CHAT)
    const events = makeTurns([
      [
        { type: 'user', uuid: 'a', message: {} },
        { type: 'command_lifecycle', state: 'started', uuid: 'b' },
      ],
      [result(0, { user_message_uuids: ['c'] })],
    ])
    expect(hear(events.slice(0, 1), sent).sent.map(({ uuid }) => uuid)).toEqual(['b', 'c'])
    expect(hear(events, sent).sent).toEqual([])
  })

  it('gives a prompt back that could not be sent, or that was taken from the queue', () => {
    const sent = reduceChat(NO_CHAT, prompt('a', 'words'))
    const failed = reduceChat(sent, { kind: 'unsent', uuid: 'a', words: 'no' })
    expect(failed).toMatchObject({ sent: [], returned: { text: 'words' }, trouble: { words: 'no' } })
    const wish = { requestId: 'w', request: { subtype: 'cancel_async_message', message_uuid: 'a' } } as const
    const wished = reduceChat(sent, { kind: 'wished', wish })
    const respond = (cancelled: boolean): ChatState =>
      hear(makeTurns([[response({ subtype: 'success', request_id: 'w', response: { cancelled } })]]), wished)
    expect(respond(true)).toMatchObject({ sent: [], returned: { text: 'words' }, wishes: [] })
    expect(respond(false)).toMatchObject({ sent: [{ uuid: 'a' }], trouble: { kind: 'too-late' } })
  })

  it('takes model and mode from whoever sets them, and says what is refused', () => {
    const wish = { requestId: 'w', request: { subtype: 'set_permission_mode', mode: 'plan' } } as const
    const wished = reduceChat(hear(makeTurns([[init('demo', 'default')]])), { kind: 'wished', wish })
    const tell = (fields: object): ChatState =>
      hear([{ seq: 1, event: response({ request_id: 'w', ...fields }) as never }], wished)
    expect(tell({ subtype: 'success', response: { mode: 'plan' } }).permissionMode).toBe('plan')
    expect(tell({ subtype: 'error', error: 'not here' })).toMatchObject({
      permissionMode: 'default',
      trouble: { kind: 'refused', words: 'not here' },
    })
    expect(hear([{ seq: 1, event: response({ request_id: 'other' }) as never }], wished).wishes).toHaveLength(
      1,
    )
    const status = { type: 'system', subtype: 'status', model: 'm2', permissionMode: 'acceptEdits' }
    expect(hear(makeTurns([[status]]))).toMatchObject({ model: 'm2', permissionMode: 'acceptEdits' })
  })

  it('says why a turn failed, that a request is tried again, and what the program warns of', () => {
    const failed = result(0, { subtype: 'error_during_execution', is_error: true, errors: ['no', 'key'] })
    expect(hear(makeTurns([[failed]])).trouble).toEqual({ kind: 'turn-failed', words: 'no key' })
    const stopped = result(0, { is_error: true, errors: ['stopped'], terminal_reason: 'aborted_streaming' })
    expect(hear(makeTurns([[stopped]])).trouble).toBeNull()
    const retry = { type: 'system', subtype: 'api_retry', attempt: 2, max_retries: 10, retry_delay_ms: 900 }
    expect(hear(makeTurns([[retry]])).retry).toMatchObject({ attempt: 2, most: 10, status: null })
    expect(hear(makeTurns([[retry, ...answer('m', 'a')]])).retry).toBeNull()
    const warning = { type: 'system', subtype: 'informational', level: 'warning', content: 'full' }
    expect(hear(makeTurns([[warning]])).trouble).toEqual({ kind: 'notice', words: 'full' })
    const away = { ...warning, tag: 'store-away' }
    expect(hear(makeTurns([[away, { type: 'system', subtype: 'init' }]]))).toMatchObject({
      isStoreAway: true,
      trouble: null,
    })
    const back = { ...warning, level: 'info', tag: 'store-back' }
    expect(hear(makeTurns([[away, back]]))).toMatchObject({ isStoreAway: false, trouble: null })
  })

  it('bears whatever an event holds', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...TYPES), fc.object()), { maxLength: 20 }), made => {
        const events = makeTurns([made.map(([type, fields]) => ({ ...fields, type }))])
        expect(hear(events).next).toBe(events.length)
      }),
    )
  })

  const turns = fc.array(
    fc.record({ words: fc.array(fc.string({ maxLength: 6 }), { maxLength: 3 }), asks: fc.nat(2) }),
    { maxLength: 4 },
  )
  const toEvents = (made: readonly { words: readonly string[]; asks: number }[]): readonly ChatEvent[] =>
    makeTurns(
      made.map(({ words, asks }, turn) => [
        stateChanged('running'),
        init(),
        ...answer(`m${turn}`, ...words),
        ...Array.from({ length: asks }, (_, index) => question(`${turn} ${index}`)),
        ...(asks > 0 ? [cancel(`${turn} 0`)] : []),
        ...(turn % 2 === 0 ? [result(turn), stateChanged('idle')] : []),
      ]),
    )

  it('comes to the same state over any breaks of the line', () => {
    fc.assert(
      fc.property(turns, fc.array(fc.tuple(fc.nat(60), fc.nat(20)), { maxLength: 8 }), (made, breaks) => {
        const events = toEvents(made)
        let state = NO_CHAT
        // Each line brings some events, beginning a little before where the last one broke.
        for (const [length, back] of breaks) {
          const from = Math.max(0, state.next - back)
          state = hear(events.slice(from, state.next + length), state)
        }
        expect(hear(events.slice(state.next), state)).toEqual(hear(events))
      }),
    )
  })

  it('comes to what holds now where events of older turns are gone', () => {
    fc.assert(
      fc.property(turns, fc.nat(200), (made, cut) => {
        const events = toEvents(made)
        const lastInit = events.findLastIndex(
          ({ event }) => event.type === 'system' && event.subtype === 'init',
        )
        const open = new Set(hear(events).questions.map(({ requestId }) => requestId))
        const kept = events.filter(
          ({ seq, event }) =>
            seq >= lastInit || (event.type === 'control_request' && open.has(event.request_id)),
        )
        const before = hear(events.slice(0, cut % (events.length + 1)))
        const after = hear(kept, reduceChat(before, { kind: 'restarted' }))
        const whole = hear(events)
        for (const field of ['next', 'tail', 'questions', 'phase'] as const)
          expect(after[field]).toEqual(whole[field])
      }),
    )
  })
})

const response = (fields: object): object => ({ type: 'control_response', response: fields })

const TYPES = [
  'system',
  'assistant',
  'user',
  'result',
  'stream_event',
  'control_request',
  'control_response',
  'control_cancel_request',
  'command_lifecycle',
  'tool_progress',
  'tool_use_summary',
  'nobody knows',
]
