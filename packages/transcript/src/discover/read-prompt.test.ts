import { type Entry, renderPromptWithContext } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { readPrompt } from './read-prompt.ts'

function said(content: unknown, fields: object = {}): Entry {
  return { type: 'user', uuid: 'u', message: { role: 'user', content }, ...fields } as Entry
}

const text = (words: string): object => ({ type: 'text', text: words })

describe('readPrompt', () => {
  it.each([
    ['a string', said('Why is the lamp dark?')],
    ['blocks', said([text('Why is the lamp dark?')])],
    [
      'what an editor put before it',
      said([text('<ide_opened_file>a.ts</ide_opened_file>'), text('Why is the lamp dark?')]),
    ],
    ['a picture beside it', said([{ type: 'image', source: {} }, text('Why is the lamp dark?')])],
    ['references above it', said('> **上下文资料**\n> \n> - 📄 `a.ts`\n\nWhy is the lamp dark?')],
    [
      'what a reference refers to behind it',
      said(
        renderPromptWithContext('Why is the lamp dark?', [
          { reference: { type: 'SelectionReference' }, content: 'x' },
        ]),
      ),
    ],
    ['several lines', said('Why is\n\n  the lamp \u001b[31mdark?')],
    [
      'a queue',
      {
        type: 'attachment',
        uuid: 'u',
        attachment: { type: 'queued_command', prompt: 'Why is the lamp dark?' },
      } as unknown as Entry,
    ],
  ])('finds the words in %s', (_, entry) => {
    expect(readPrompt(entry)).toEqual({ kind: 'prompt', text: 'Why is the lamp dark?', isSidechain: false })
  })

  it.each([
    ['a result', said([{ type: 'tool_result', tool_use_id: 't', content: 'x' }])],
    ['a note for the model', said('x', { isMeta: true })],
    ['a reminder', said('<system-reminder>x</system-reminder>')],
    ['a summary of what was compacted', said('x', { isCompactSummary: true })],
    ['an interruption', said([text('[Request interrupted by user]')])],
    ['what a command printed', said('<local-command-stdout>x</local-command-stdout>')],
    ['a notification', said('<task-notification>x</task-notification>')],
    ['what is never sent', said('x', { isVirtual: true })],
    ['nothing', said('')],
    ['no content at all', { type: 'user' } as unknown as Entry],
    ['an answer', { type: 'assistant', message: { role: 'assistant', content: 'x' } } as unknown as Entry],
  ])('finds none in %s', (_, entry) => {
    expect(readPrompt(entry)).toBeNull()
  })

  it('tells a command from a prompt', () => {
    const words =
      '<command-message>init is running…</command-message>\n<command-name>/init</command-name>\n<command-args>all of it</command-args>'
    expect(readPrompt(said(words))).toEqual({ kind: 'command', text: '/init all of it', isSidechain: false })
  })

  it('cuts what is long', () => {
    const prompt = readPrompt(said('灯'.repeat(100_000)))
    expect(prompt?.text).toBe(`${'灯'.repeat(199)}…`)
  })
})
