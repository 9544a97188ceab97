import { describe, expect, it } from 'vitest'
import { createUserMessage } from '../../message/user-message.ts'
import { result, text } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import {
  resolveToolReferences,
  stripToolReferenceBlocksFromUserMessage,
  stripUnavailableToolReferencesFromUserMessage,
} from './resolve-tool-references.ts'

const READ = { type: 'tool_reference', tool_name: 'Read' } as const
const GONE = { type: 'tool_reference', tool_name: 'Gone' } as const
const NOTE = text('[the tool Gone is not available]')

describe('resolveToolReferences', () => {
  it('leaves references to tools of the request and notes those that are gone', () => {
    const run = runStep(resolveToolReferences, { reply: [result('t', [READ, GONE, text('x')])] })
    expect(run.reply).toEqual([result('t', [READ, NOTE, text('x')])])
    expect(rulesOf(run.repairs)).toEqual(['TRF-01 replaced'])
    expect(runAgain(resolveToolReferences, run)).toMatchObject({ same: true, repairs: [] })
  })

  it('notes all of them where the model has no tool search', () => {
    const run = runStep(resolveToolReferences, { reply: [result('t', [READ, GONE])], toolSearch: false })
    // What is not deferred is there from the start.
    expect(run.reply).toEqual([result('t', [text('[the tool Read can be called]'), NOTE])])
  })

  it.each([{ toString: 1 }, null, 5])('notes a reference to %j', name => {
    const run = runStep(resolveToolReferences, {
      reply: [result('t', [{ type: 'tool_reference', tool_name: name }])],
    })
    expect(run.reply).toEqual([result('t', [text(`[the tool ${JSON.stringify(name)} is not available]`)])])
  })

  it('takes names that are gone out of what the API found itself', () => {
    const found = (...references: unknown[]) => ({
      type: 'tool_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: { type: 'tool_search_tool_search_result', tool_references: references },
    })
    const run = runStep(resolveToolReferences, { answer: [found(READ, GONE, 'bare', { type: 'x' })] })
    expect(run.answer).toEqual([found(READ)])
    expect(rulesOf(run.repairs)).toEqual(['TRF-01 edited'])
    expect(runStep(resolveToolReferences, { answer: [found(READ)] }).same).toBe(true)
  })

  it('leaves replies without references alone', () => {
    expect(
      runStep(resolveToolReferences, {
        reply: [text('Read'), result('t', 'Gone'), result('u', [text('x')])],
      }),
    ).toMatchObject({ same: true, repairs: [] })
  })
})

describe('the same on a user message (seed 001)', () => {
  const message = createUserMessage({ content: [result('t', [READ, GONE]) as never] })

  it('takes out the references to tools that are not available', () => {
    const stripped = stripUnavailableToolReferencesFromUserMessage(message, new Set(['Read']))
    expect(stripped).toEqual({
      ...message,
      message: { role: 'user', content: [result('t', [READ, NOTE])] },
    })
  })

  it('takes out every reference', () => {
    expect(JSON.stringify(stripToolReferenceBlocksFromUserMessage(message))).not.toContain('tool_reference')
  })

  it('gives a message without references back itself', () => {
    for (const plain of [createUserMessage({ content: 'x' }), createUserMessage({ content: [text('x')] })])
      expect(stripToolReferenceBlocksFromUserMessage(plain)).toBe(plain)
  })
})
