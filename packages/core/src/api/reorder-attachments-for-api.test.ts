import { describe, expect, it } from 'vitest'
import { answer, attachment, call, localCommand, result, user } from '../testing/history-builder.ts'
import { reorderAttachmentsForAPI } from './reorder-attachments-for-api.ts'

const MESSAGES: Readonly<Record<string, object>> = {
  word: user('hello'),
  again: user('again'),
  result: user([result('t')]),
  answer: answer('m', [call('t')]),
  command: localCommand('ls'),
  info: { type: 'system', subtype: 'informational' },
  A: attachment({ type: 'memory', content: 'A' }),
  B: attachment({ type: 'memory', content: 'B' }),
  C: attachment({ type: 'memory', content: 'C' }),
}

function reorder(names: string): string {
  const messages = names.split(' ').map(name => MESSAGES[name])
  const moved = reorderAttachmentsForAPI(messages)
  return moved.map(message => Object.keys(MESSAGES).find(name => MESSAGES[name] === message)).join(' ')
}

describe('reorderAttachmentsForAPI', () => {
  it.each([
    ['rises before the words that it belongs to', 'word A', 'A word'],
    ['rises past notices', 'word info again A', 'A word info again'],
    ['stops behind a tool result', 'answer result word A', 'answer result A word'],
    ['stops behind an answer', 'word answer again A', 'word answer A again'],
    ['stops behind the output of a command', 'word command again A', 'word command A again'],
    ['keeps the order of several', 'word A again B C', 'A B C word again'],
    ['keeps the order of several behind a result', 'result word A again B', 'result A B word again'],
    ['rises in each part of a conversation on its own', 'word A answer again B', 'A word answer B again'],
    ['leaves those that stand well', 'A word answer result B', 'A word answer result B'],
  ])('%s', (_, before, after) => {
    expect(reorder(before)).toBe(after)
    expect(reorder(after)).toBe(after)
  })

  it('gives a list without attachments back itself, and takes whatever else a log holds', () => {
    const messages = [null, 'x', {}, MESSAGES.word]
    expect(reorderAttachmentsForAPI(messages)).toBe(messages)
    expect(reorderAttachmentsForAPI([null, MESSAGES.A])).toEqual([MESSAGES.A, null])
  })
})
