import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../message/message.ts'
import { INTERRUPT_MESSAGE } from '../message/synthetic-texts.ts'
import { arbitraryHostileLog, arbitraryUiLog } from '../testing/arbitrary-ui-log.ts'
import { answer, entry, prompt, text, toolResult, toolUse } from '../testing/ui-messages.ts'
import { buildPersonView } from './build-view.ts'
import { normalizeMessages } from './normalize-messages.ts'
import type { PersonItem } from './person-item.ts'

const EVERYTHING = { includeMeta: true, includeVirtual: true, includeRetracted: true }

const outline = (items: readonly PersonItem[]): unknown[] =>
  items.map(item =>
    item.kind === 'tool' ? [item.story.id, item.story.status, outline(item.story.children)] : item.kind,
  )

describe('buildPersonView', () => {
  it('shows prompt, thinking, call with result, and answer in order', () => {
    const view = buildPersonView([
      prompt('do it'),
      answer('m1', [{ type: 'thinking', thinking: 'hm' }, text('I will'), toolUse('t1')]),
      toolResult('t1'),
      answer('m2', [text('done')]),
    ])
    expect(outline(view)).toEqual(['prompt', 'thinking', 'answer', ['t1', 'done', []], 'answer'])
    expect(view.map(item => item.text)).toEqual(['do it', 'hm', 'I will', 'Bash: t1', 'done'])
  })

  it('names items as normalizeMessages does', () => {
    const log = [prompt('a'), answer('m1', [text('b'), text('c')]), prompt('d')]
    expect(buildPersonView(log).map(item => item.uuid)).toEqual(normalizeMessages(log).map(part => part.uuid))
  })

  it.each([
    ['a command', '<command-name>/model</command-name>\n<command-args>opus</command-args>', 'command'],
    ['output of a command', '<local-command-stdout>Set</local-command-stdout>', 'command'],
    ['a shell command', '<bash-input>ls</bash-input>', 'command'],
    ['an interruption', INTERRUPT_MESSAGE, 'interruption'],
    ['an interruption with a time', '[Request interrupted by user at 10:00]', 'interruption'],
    ['a notification', '<task-notification>done</task-notification>', 'notice'],
    ['a reminder', '<system-reminder>be good</system-reminder>', 'meta'],
    ['words', 'hello <command-name>', 'prompt'],
  ])('shows %s as what it is', (_what, content, kind) => {
    expect(buildPersonView([prompt(content)], EVERYTHING).map(item => item.kind)).toEqual([kind])
  })

  it('reads name, arguments and output of commands', () => {
    const [command, output] = buildPersonView([
      prompt(
        '<command-message>model</command-message><command-name>/model</command-name><command-args>opus</command-args>',
      ),
      entry('system', {
        subtype: 'local_command',
        content: '<local-command-stdout>Set</local-command-stdout>',
      }),
    ])
    expect(command).toMatchObject({ kind: 'command', name: '/model', input: 'opus' })
    expect(output).toMatchObject({ kind: 'command', output: 'Set' })
  })

  it.each([
    ['compact_boundary', 'boundary'],
    ['microcompact_boundary', 'boundary'],
    ['snip_boundary', 'boundary'],
    ['informational', 'notice'],
    ['turn_duration', 'notice'],
    ['a_newer_one', 'notice'],
  ])('shows the system message %s as a %s', (subtype, kind) => {
    expect(outline(buildPersonView([entry('system', { subtype, content: 'x' })]))).toEqual([kind])
  })

  it('shows summaries, pictures, API errors and words typed in mid-turn', () => {
    const view = buildPersonView([
      prompt('So far …', { isCompactSummary: true }),
      prompt([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }]),
      answer('e', [text('API Error: 529')], { isApiErrorMessage: true }),
      entry('attachment', { attachment: { type: 'queued_command', prompt: 'also this' } }),
      entry('attachment', { attachment: { type: 'queued_command', prompt: [text('and that')] } }),
      entry('attachment', { attachment: { type: 'file', filename: 'a.ts' } }),
    ])
    expect(view.map(item => [item.kind, item.text])).toEqual([
      ['summary', 'So far …'],
      ['prompt', '[image image/png, 3 B]'],
      ['notice', 'API Error: 529'],
      ['prompt', 'also this'],
      ['prompt', 'and that'],
      ['notice', 'file: a.ts'],
    ])
  })

  it('hides meta messages and shows virtual ones, marked, unless told otherwise', () => {
    const log = [prompt('for the model', { isMeta: true }), prompt('for the person', { isVirtual: true })]
    expect(buildPersonView(log)).toMatchObject([{ kind: 'prompt', isVirtual: true }])
    expect(outline(buildPersonView(log, { includeMeta: true, includeVirtual: false }))).toEqual(['meta'])
  })

  it('hides what was taken back', () => {
    const shown = answer('m1', [text('half an ans')])
    const refused = answer('m2', [text('no')])
    const log = [
      shown,
      entry('tombstone', { message: shown }),
      refused,
      entry('system', { subtype: 'model_refusal_fallback', retractedMessageUuids: [refused.uuid] }),
    ]
    expect(outline(buildPersonView(log))).toEqual(['notice'])
    expect(buildPersonView(log, { includeRetracted: true })[0]).toMatchObject({ isRetracted: true })
  })

  it('shows of retries that follow each other only the last', () => {
    const retry = (retryAttempt: number) =>
      entry('system', { subtype: 'api_error', retryAttempt, maxRetries: 10 })
    const view = buildPersonView([retry(1), retry(2), prompt('hm'), retry(3)])
    expect(view.map(item => item.text)).toEqual([
      'API error, attempt 2 of 10',
      'hm',
      'API error, attempt 3 of 10',
    ])
  })

  it('notes results that have no call and second results', () => {
    const view = buildPersonView([
      answer('m1', [toolUse('t1')]),
      toolResult('t1'),
      toolResult('t1', 'late'),
      toolResult('t9', 'lost'),
    ])
    expect(view.map(item => item.text)).toEqual([
      'Bash: t1',
      'Another result of Bash: late',
      'Result without a call: lost',
    ])
  })

  it('shows nothing of lines that are no messages', () => {
    const lines = [{ type: 'file-history-snapshot' }, { type: 'summary', summary: 's' }, null, 7, 'x', []]
    expect(buildPersonView(lines as unknown as Message[], EVERYTHING)).toEqual([])
  })

  it('shows of one thing one item only, whatever the log (law)', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryUiLog(), arbitraryHostileLog()), log => {
        const uuids = allItems(buildPersonView(log, EVERYTHING)).map(item => item.uuid)
        expect(new Set(uuids).size).toBe(uuids.length)
      }),
      { numRuns: 2000 },
    )
  })

  it('shows every prompt and every answer of a log (law)', () => {
    fc.assert(
      fc.property(arbitraryUiLog(), log => {
        const shown = new Set(allItems(buildPersonView(log, EVERYTHING)).map(item => item.uuid))
        const spoken = normalizeMessages(log).filter(isWords)
        for (const part of spoken) expect(shown.has(part.uuid)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('gives the same for the same log, and JSON can hold it (law)', () => {
    fc.assert(
      fc.property(arbitraryHostileLog(), log => {
        const view = buildPersonView(log, EVERYTHING)
        expect(JSON.stringify(buildPersonView(log, EVERYTHING))).toBe(JSON.stringify(view))
      }),
      { numRuns: 2000 },
    )
  })
})

function allItems(items: readonly PersonItem[]): PersonItem[] {
  return items.flatMap(item => [item, ...(item.kind === 'tool' ? allItems(item.story.children) : [])])
}

function isWords(part: ReturnType<typeof normalizeMessages>[number]): boolean {
  return (part.type === 'user' || part.type === 'assistant') && part.message.content[0].type === 'text'
}
