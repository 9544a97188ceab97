import { describe, expect, it } from 'vitest'
import { answer, attachment, boundary, progress, prompt } from '../testing/log-builder.ts'
import { isEntry, isUnknownEntry } from './entry.ts'
import { isRecordEntry, RECORD_ENTRY_TYPES } from './record-entry.ts'
import { isTranscriptEntry } from './transcript-entry.ts'

describe('entry guards', () => {
  it.each([
    prompt('a', null),
    answer('a', null),
    attachment('a', null),
    progress('a', null),
    boundary('a', null),
  ])('know a stored $type', entry => {
    expect(isTranscriptEntry(entry)).toBe(true)
    expect(isRecordEntry(entry)).toBe(false)
    expect(isUnknownEntry(entry)).toBe(false)
  })

  it.each(RECORD_ENTRY_TYPES)('know the record %s', type => {
    expect(isRecordEntry({ type })).toBe(true)
    expect(isTranscriptEntry({ type })).toBe(false)
    expect(isUnknownEntry({ type })).toBe(false)
  })

  it.each([
    { type: 'brand-new' },
    { type: 'user' },
    { type: 'assistant', content: [] },
    { type: 'attachment' },
    {},
  ])('keep %o as unknown', entry => {
    expect(isEntry(entry)).toBe(true)
    expect(isUnknownEntry(entry)).toBe(true)
  })

  it.each([null, 5, 'text', [], [{}]])('refuse %o, which is no object', value => {
    expect(isEntry(value)).toBe(false)
    expect(isTranscriptEntry(value)).toBe(false)
    expect(isRecordEntry(value)).toBe(false)
    expect(isUnknownEntry(value)).toBe(false)
  })
})
