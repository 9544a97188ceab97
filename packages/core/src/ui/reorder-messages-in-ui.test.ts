import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryHostileLog, arbitraryUiLog } from '../testing/arbitrary-ui-log.ts'
import { type NormalizedMessage, normalizeMessages } from './normalize-messages.ts'
import { reorderMessagesInUI } from './reorder-messages-in-ui.ts'
import { readToolPart } from './tool-part.ts'

// The builders make only what the function reads.
function call(uuid: string, id: string, input: object = {}): NormalizedMessage {
  const block = { type: 'tool_use', id, name: 'Bash', input }
  return { type: 'assistant', uuid, message: { content: [block] } } as unknown as NormalizedMessage
}

function result(uuid: string, id: string): NormalizedMessage {
  const block = { type: 'tool_result', tool_use_id: id, content: 'ok' }
  return { type: 'user', uuid, message: { content: [block] } } as unknown as NormalizedMessage
}

function hook(uuid: string, hookEvent: string, toolUseID: string): NormalizedMessage {
  const attachment = { type: 'hook_success', hookEvent, toolUseID }
  return { type: 'attachment', uuid, attachment } as unknown as NormalizedMessage
}

function hookProgress(uuid: string, hookEvent: string, toolUseID: string): NormalizedMessage {
  const data = { type: 'hook_progress', hookEvent }
  return { type: 'progress', uuid, toolUseID, data } as unknown as NormalizedMessage
}

function say(uuid: string): NormalizedMessage {
  const content = [{ type: 'text', text: uuid }]
  return { type: 'user', uuid, message: { content } } as unknown as NormalizedMessage
}

const order = (...parameters: Parameters<typeof reorderMessagesInUI>) =>
  reorderMessagesInUI(...parameters).map(message => message.uuid)

describe('reorderMessagesInUI', () => {
  it('tells each call whole: call, hooks before, result, hooks after', () => {
    const log = [
      say('prompt'),
      call('call1', 't1'),
      call('call2', 't2'),
      hook('post2', 'PostToolUse', 't2'),
      hookProgress('pre2', 'PreToolUse', 't2'),
      result('result2', 't2'),
      hook('pre1', 'PreToolUse', 't1'),
      result('result1', 't1'),
      hookProgress('post1', 'PostToolUse', 't1'),
      say('end'),
    ]
    expect(order(log)).toEqual('prompt call1 pre1 result1 post1 call2 pre2 result2 post2 end'.split(' '))
  })

  it('leaves results and hooks without a call where they are', () => {
    expect(order([say('a'), result('orphan', 't9'), hook('stop', 'Stop', 't9'), say('b')])).toEqual([
      'a',
      'orphan',
      'stop',
      'b',
    ])
  })

  it('finds the call of a result that stands before it', () => {
    expect(order([result('result', 't1'), say('a'), call('call', 't1')])).toEqual(['a', 'call', 'result'])
  })

  it('keeps both results of one call', () => {
    expect(order([call('call', 't1'), say('a'), result('r1', 't1'), result('r2', 't1')])).toEqual([
      'call',
      'r1',
      'r2',
      'a',
    ])
  })

  it('gives each of two calls that share an id its own result', () => {
    const log = [call('c1', 'x', { n: 1 }), result('r1', 'x'), call('c2', 'x', { n: 2 }), result('r2', 'x')]
    expect(order(log)).toEqual(['c1', 'r1', 'c2', 'r2'])
  })

  it('puts calls that are still streaming at the end, with what already belongs to them', () => {
    expect(order([result('r1', 't1'), say('a')], [call('streaming', 't1')])).toEqual(['a', 'streaming', 'r1'])
  })

  it('drops the stand-in of a call that has arrived', () => {
    expect(order([call('real', 't1')], [call('stand-in', 't1'), say('note')])).toEqual(['real', 'note'])
  })

  it('takes more hooks on one call than a function takes arguments', () => {
    const hooks = Array.from({ length: 200_000 }, (_, index) => hook(`h${index}`, 'PreToolUse', 't1'))
    expect(order([...hooks, call('call', 't1')])[0]).toBe('call')
  })

  it('loses nothing and doubles nothing (law)', () => {
    fc.assert(
      fc.property(logs(), log => {
        const ordered = reorderMessagesInUI(log)
        expect(ordered).toHaveLength(log.length)
        expect(new Set(ordered)).toEqual(new Set(log))
      }),
      { numRuns: 2000 },
    )
  })

  it('changes nothing the second time (law)', () => {
    fc.assert(
      fc.property(logs(), log => {
        const ordered = reorderMessagesInUI(log)
        expect(reorderMessagesInUI(ordered)).toEqual(ordered)
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps the order of everything that belongs to no call (law)', () => {
    fc.assert(
      fc.property(logs(), log => {
        const loose = (message: NormalizedMessage) => readToolPart(message) === undefined
        expect(reorderMessagesInUI(log).filter(loose)).toEqual(log.filter(loose))
      }),
      { numRuns: 2000 },
    )
  })

  it('puts all that names a call, and nothing else, behind it in the order of the story (law)', () => {
    fc.assert(
      fc.property(logs(), log => {
        const ordered = reorderMessagesInUI(log)
        for (const message of log) {
          const story = readToolPart(message)?.role === 'call' ? storyOf(message, log) : undefined
          if (!story) continue
          const start = ordered.indexOf(message)
          expect(ordered.slice(start, start + story.length)).toEqual(story)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('reads each message a constant number of times, however long the log', () => {
    expect(readsPerMessage(20_000)).toBeLessThanOrEqual(readsPerMessage(200) * 1.01)
  })
})

function logs(): fc.Arbitrary<NormalizedMessage[]> {
  return fc.oneof(arbitraryUiLog(), arbitraryHostileLog()).map(log => normalizeMessages(log))
}

// Undefined where the id is called more than once: then the log alone cannot say whose a part is.
function storyOf(
  call: NormalizedMessage,
  log: readonly NormalizedMessage[],
): NormalizedMessage[] | undefined {
  const id = readToolPart(call)?.id
  const ofRole = (role: string) =>
    log.filter(message => {
      const part = readToolPart(message)
      return part?.role === role && part.id === id
    })
  if (id === undefined || ofRole('call').length > 1) return undefined
  return [call, ...ofRole('before'), ...ofRole('result'), ...ofRole('after')]
}

function readsPerMessage(length: number): number {
  let reads = 0
  const counted = (message: NormalizedMessage) =>
    new Proxy(message, {
      get(target, key, receiver) {
        reads += 1
        return Reflect.get(target, key, receiver)
      },
    })
  const log = Array.from({ length: length / 5 }, (_, index) => [
    call(`c${index}`, `t${index}`),
    say(`s${index}`),
    hook(`b${index}`, 'PreToolUse', `t${index}`),
    result(`r${index}`, `t${index}`),
    hook(`a${index}`, 'PostToolUse', `t${index}`),
  ]).flat()
  reorderMessagesInUI(log.map(counted))
  return reads / log.length
}
