import { describe, expect, it } from 'vitest'
import { createAssistantMessage } from '../message/assistant-message.ts'
import { createTombstoneMessage, createToolUseSummaryMessage } from '../message/signal.ts'
import { answer, apiError, attachment, localCommand, user } from '../testing/history-builder.ts'
import { speaksAsSystem, unsentReason } from './omit-unsent.ts'

describe('the table of seed 001: what is sent', () => {
  it.each([
    ['a user message', user('x')],
    ['an answer', answer('m', 'x')],
    ['a local command', localCommand('ls')],
    ['an attachment', attachment({ type: 'memory', content: 'x' })],
    ['a turn that the program spoke', { type: 'system', message: { role: 'system', content: 'x' } }],
    ['a message that is only called virtual', user('x', { isVirtual: 'no' })],
    ['an error that a model wrote', { ...apiError('x'), ...answer('m', 'x') }],
  ])('%s', (_, message) => {
    expect(unsentReason(message)).toBeNull()
  })
})

describe('the table of seed 001: what is not', () => {
  it.each([
    ['SEED-virtual', user('x', { isVirtual: true })],
    ['SEED-virtual', { ...answer('m', 'x'), isVirtual: true }],
    ['SEED-progress', { type: 'progress', data: {} }],
    ['SEED-api-error', apiError('Overloaded')],
    ['SEED-system', { type: 'system', subtype: 'informational', content: 'x' }],
    ['SEED-system', { type: 'system', subtype: 'compact_boundary' }],
    ['SEED-system', { type: 'system' }],
    ['SEED-tombstone', createTombstoneMessage(createAssistantMessage({ content: 'x' }))],
    ['SEED-type', createToolUseSummaryMessage('x', [])],
    ['SEED-type', { type: 'stream_event', event: {} }],
    ['SEED-type', { type: 'summary', summary: 'x', leafUuid: 'y' }],
    ['SEED-type', { type: 'file-history-snapshot' }],
    ['SEED-type', {}],
    ['SEED-type', { type: { toString: 1 } }],
    ['SEED-system', { type: 'system', subtype: { toString: 1 } }],
    ['SEED-type', { type: 'attachment', attachment: null }],
    ['SEED-shape', { type: 'user' }],
    ['SEED-shape', { type: 'assistant', message: 'x' }],
  ])('%s: %j', (rule, message) => {
    expect(unsentReason(message)).toEqual({ rule, detail: expect.stringMatching(/./) })
  })
})

it('knows a system turn by its role', () => {
  expect(speaksAsSystem({ type: 'system', message: { role: 'system', content: 'x' } })).toBe(true)
  expect(speaksAsSystem({ type: 'system', message: { role: 'user', content: 'x' } })).toBe(false)
  expect(speaksAsSystem({ type: 'user', message: { role: 'system', content: 'x' } })).toBe(false)
})
