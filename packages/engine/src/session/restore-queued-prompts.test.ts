import { AGENT_ORIGIN, decodeLines, type Entry, NO_RESPONSE_REQUESTED } from '@antiphon/core'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { describe, expect, it } from 'vitest'
import { restoreQueuedPrompts } from './restore-queued-prompts.ts'

const operation = (name: string, content?: unknown): Entry =>
  ({
    type: 'queue-operation',
    operation: name,
    timestamp: 'now',
    sessionId: 's',
    content,
  }) as unknown as Entry
const said = (type: string, fields: object): Entry => ({ type, ...fields }) as unknown as Entry
const prompt = (content: unknown): Entry => said('user', { message: { role: 'user', content } })
const answer = said('assistant', { message: { content: [] } })
const told = (words: string): Entry =>
  said('attachment', { attachment: { type: 'queued_command', prompt: words } })
const restore = (...entries: readonly Entry[]): readonly unknown[] =>
  restoreQueuedPrompts(entries).map(({ prompt: words }) => words)

describe('restoreQueuedPrompts', () => {
  it('gives no command back that has begun', () => {
    const taken = [operation('enqueue', '!rm a'), operation('dequeue', '!rm a')]
    expect(restore(...taken)).toEqual(['!rm a'])
    expect(restore(...taken, prompt('<bash-input>rm a</bash-input>'))).toEqual([])
    const command = [operation('enqueue', '/cost'), operation('dequeue', '/cost')]
    expect(
      restore(operation('enqueue', 'b'), ...command, prompt('<command-name>/cost</command-name>')),
    ).toEqual(['b'])
  })

  it('gives what nobody took, in its order', () => {
    expect(restore(operation('enqueue', 'a'), operation('enqueue', 'b'))).toEqual(['a', 'b'])
    expect(
      restore(operation('enqueue', 'a'), operation('enqueue', 'b'), operation('dequeue'), answer),
    ).toEqual(['b'])
  })

  it('gives what was taken and never reached the conversation', () => {
    const [put, take] = [operation('enqueue', 'a'), operation('dequeue')]
    expect(restore(put, take)).toEqual(['a'])
    expect(restore(put, take, prompt('a'))).toEqual([])
    expect(restore(put, operation('remove', 'a'), told('another'))).toEqual(['a'])
    expect(restore(put, operation('remove', 'a'), told('a'))).toEqual([])
    expect(restore(put, take, answer)).toEqual([])
    expect(restore(put, take, said('system', { subtype: 'turn_duration' }))).toEqual([])
  })

  it('gives what was taken when only the last word was closed since', () => {
    const closing = said('assistant', {
      message: { content: [{ type: 'text', text: NO_RESPONSE_REQUESTED }] },
    })
    expect(restore(operation('enqueue', 'a'), operation('dequeue', 'a'), closing)).toEqual(['a'])
  })

  it('gives what an agent sent as an agent’s, so that it calls nothing', () => {
    const sent = (origin: unknown): Entry =>
      ({ ...operation('enqueue', '!rm a'), origin }) as unknown as Entry
    expect(restoreQueuedPrompts([sent({ kind: 'agent', from: 'x' })])).toMatchObject([
      { prompt: '!rm a', origin: AGENT_ORIGIN },
    ])
    expect(restoreQueuedPrompts([sent({ kind: 'system' })])[0]).not.toHaveProperty('origin')
  })

  it('gives what was attached, as far as it can be read', () => {
    const file = { type: 'FileReference', path: 'a' }
    const put = {
      ...operation('enqueue', 'a'),
      contexts: [file, { type: 'FileReference' }],
    } as unknown as Entry
    expect(restoreQueuedPrompts([put, operation('dequeue', 'a')])).toMatchObject([
      { prompt: 'a', contexts: [file] },
    ])
    expect(restoreQueuedPrompts([operation('enqueue', 'b')])[0]).not.toHaveProperty('contexts')
  })

  it('gives back nothing that went back to the person', () => {
    expect(restore(operation('enqueue', 'a'), operation('popAll', 'a'))).toEqual([])
    expect(restore(operation('enqueue', 'a'), operation('enqueue', 'b'), operation('popAll'))).toEqual([])
  })

  it('takes blocks, what was noted again, and what was never written down', () => {
    const blocks = [{ type: 'text', text: 'a' }]
    expect(restore(operation('enqueue', blocks), operation('dequeue', blocks))).toEqual([blocks])
    expect(restore(operation('enqueue', blocks), operation('dequeue'), prompt(blocks))).toEqual([])
    expect(restore(operation('enqueue', 'a'), operation('remove', 'a'), operation('enqueue', 'a'))).toEqual([
      'a',
    ])
    expect(restore(operation('enqueue'), operation('enqueue', 'b'), operation('dequeue'), answer)).toEqual([
      'b',
    ])
    expect(restore(operation('enqueue'))).toEqual([])
  })

  it('finds in real sessions only what was left in the queue', () => {
    const left = CORPUS.map(name =>
      decodeLines(readCorpus(name)).flatMap(line => (line.kind === 'entry' ? [line.entry] : [])),
    )
      .filter(entries => entries.some(({ type }) => type === 'queue-operation'))
      .map(entries => restoreQueuedPrompts(entries).length)
    expect(left.length).toBeGreaterThan(10)
    expect(left.filter(count => count > 0).length).toBeLessThanOrEqual(4)
  })
})
