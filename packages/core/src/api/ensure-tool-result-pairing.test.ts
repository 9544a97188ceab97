import type { ContentBlock } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { createAssistantMessage } from '../message/assistant-message.ts'
import { createUserMessage } from '../message/user-message.ts'
import { call, result, text } from '../testing/history-builder.ts'
import { rulesOf } from '../testing/normalize-log.ts'
import { ensureToolResultPairing } from './ensure-tool-result-pairing.ts'
import type { ApiViewMessage } from './finish-exchange.ts'
import type { Repair } from './repair.ts'
import { createMissingResult } from './steps/pair-tool-results.ts'

const user = (...content: unknown[]) => createUserMessage({ content: content as ContentBlock[] })
const answer = (...content: unknown[]) => createAssistantMessage({ content: content as ContentBlock[] })

function pair(...messages: readonly ApiViewMessage[]) {
  const repairs: Repair[] = []
  const paired = ensureToolResultPairing(messages, repair => repairs.push(repair))
  return { contents: paired.map(({ message }) => message.content), rules: rulesOf(repairs), paired }
}

describe('ensureToolResultPairing', () => {
  it('gives whole pairs back as they are', () => {
    const messages = [user(text('a')), answer(call('t')), user(result('t'), text('b'))]
    const { paired, rules } = pair(...messages)
    expect(paired).toEqual(messages)
    expect(rules).toEqual([])
  })

  it('answers a call that has no result, before what a person said', () => {
    const { contents, rules } = pair(answer(call('t')), user(text('go on')))
    expect(contents).toEqual([[call('t')], [createMissingResult('t'), text('go on')]])
    expect(rules).toEqual(['TUP-01 inserted'])
  })

  it('answers a call at the end', () => {
    expect(pair(answer(call('t'))).contents).toEqual([[call('t')], [createMissingResult('t')]])
  })

  it('makes text of results that nobody asked for, or that were given before', () => {
    const { contents, rules } = pair(
      user(result('x', 'lost')),
      answer(call('t')),
      user(result('t', 'a'), result('t', 'b')),
    )
    expect(contents).toEqual([
      [text('[result of the tool call x]\nlost')],
      [call('t')],
      [result('t', 'a'), text('[result of the tool call t]\nb')],
    ])
    expect(rules).toEqual(['TUP-02 replaced', 'TUP-03 replaced'])
  })

  it('takes an empty list', () => {
    expect(ensureToolResultPairing([])).toEqual([])
  })
})
