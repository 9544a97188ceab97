import { describe, expect, it } from 'vitest'
import { readMemoryNote, toMemoryCommand } from './memory-note.ts'

describe('what a person notes by #', () => {
  it.each([
    ['#use tabs', 'use tabs'],
    ['  # never shout  ', 'never shout'],
    ['#用制表符', '用制表符'],
  ])('%s is a note', (typed, words) => expect(readMemoryNote(typed)).toBe(words))

  it.each(['# Title\n\nand a text', '## Heading', '#12 is broken', '#', '# ', '#!/bin/sh', 'a #tag'])(
    '%s is none',
    typed => expect(readMemoryNote(typed)).toBeNull(),
  )

  it('becomes the command that keeps it', () =>
    expect(toMemoryCommand('use tabs', 'user')).toBe('/memory user use tabs'))
})
