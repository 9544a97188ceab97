import { describe, expect, it } from 'vitest'
import { MISSING_USER_TURN } from '../message/synthetic-texts.ts'
import { answer, call, type LogMessage, log, result, text, user, uuidAt } from '../testing/history-builder.ts'
import { createApiView } from './create-api-view.ts'
import { createMissingResult } from './steps/pair-tool-results.ts'

function viewOf(...messages: readonly LogMessage[]) {
  const view = createApiView()
  for (const message of log(...messages)) view.append(message)
  return view
}

describe('missing', () => {
  it('is nothing where a person spoke last', () => {
    expect(viewOf(user('a')).missing()).toEqual([])
    expect(viewOf(user('a'), answer('m', [call('t')]), user([result('t')])).missing()).toEqual([])
  })

  it('is the results that never came, each as a message of its own', () => {
    const missing = viewOf(user('a'), answer('m', [call('t'), call('u')]), user('hurry')).missing()
    expect(missing.map(({ message }) => message.content)).toEqual([
      [createMissingResult('t')],
      [createMissingResult('u')],
    ])
    expect(missing.every(message => message.sourceToolAssistantUUID === uuidAt(1))).toBe(true)
    expect(new Set(missing.map(({ uuid }) => uuid)).size).toBe(2)
  })

  it('holds nothing of the messages that the view puts into a result', () => {
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
    const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
    const view = viewOf(user('a'), answer('m', [search, found, call('t')]), user('hurry'))
    const sent = JSON.stringify(view.messages().map(({ message }) => message.content))
    expect(sent).toContain('hurry')
    expect(view.missing().map(({ message }) => message.content)).toEqual([[createMissingResult('t')]])
    for (const message of view.missing()) view.append(message)
    expect(JSON.stringify(view.messages().map(({ message }) => message.content))).toBe(sent)
  })

  it('is the turn of a person after an answer that nobody replied to', () => {
    expect(viewOf(user('a'), answer('m', 'b')).missing()).toMatchObject([
      { type: 'user', isMeta: true, message: { content: [text(MISSING_USER_TURN)] } },
    ])
  })

  it('is the one turn of an empty history', () => {
    expect(createApiView().missing()).toMatchObject([{ message: { content: [text(MISSING_USER_TURN)] } }])
  })

  it('is nothing where the API paused', () => {
    const paused = answer('m', 'b', { stop_reason: 'pause_turn' })
    expect(viewOf(user('a'), paused).missing()).toEqual([])
  })

  it('is the same each time, so that a loop may ask twice', () => {
    const view = viewOf(user('a'), answer('m', [call('t')]))
    expect(view.missing()).toEqual(view.missing())
    expect(view.missing()).toEqual(viewOf(user('a'), answer('m', [call('t')])).missing())
  })

  it('stays as it was sent once it is recorded, when the real result arrives after all', () => {
    const view = viewOf(user('a'), answer('m', [call('t')]))
    const sent = view.messages().map(({ message }) => message.content)
    for (const message of view.missing()) view.append(message)
    view.append({ ...user([result('t', 'late')]), uuid: 'late' })
    const later = view.messages().map(({ message }) => message.content)
    expect(later.slice(0, 2)).toEqual(sent.slice(0, 2))
    expect(later[2]).toEqual([createMissingResult('t'), text('[result of the tool call t]\nlate')])
  })
})
