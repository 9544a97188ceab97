import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryHostileLog } from '../testing/arbitrary-ui-log.ts'
import { answer, entry, prompt, text, toolResult, toolUse } from '../testing/ui-messages.ts'
import { messageText } from './plain-text.ts'

describe('messageText', () => {
  it('reads strings and blocks of users and assistants', () => {
    expect(messageText(prompt('hello'))).toBe('hello')
    expect(messageText(prompt([text('a'), 'loose', 7, text('b')]))).toBe('a\nloose\nb')
    expect(messageText(answer('m1', [{ type: 'thinking', thinking: 'hm' }, text('hi')]))).toBe('hm\nhi')
  })

  it('reads names and inputs of calls, and results', () => {
    const call = toolUse('t1', 'Edit', { file_path: 'a.ts', edits: [{ old_string: 'x', new_string: 'y' }] })
    expect(messageText(answer('m1', [call]))).toBe('Edit\na.ts\nx\ny')
    expect(messageText(toolResult('t1', 'written'))).toBe('written')
    const search = { type: 'web_search_tool_result', content: [{ title: 'T', encrypted_content: 'zzz' }] }
    expect(messageText(answer('m2', [search]))).toBe('T')
  })

  it('leaves out the bytes of pictures', () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'QUJD' }
    expect(messageText(prompt([{ type: 'image', source }]))).toBe('[image image/png, 3 B]')
    expect(messageText(entry('attachment', { attachment: { type: 'file', content: { source } } }))).toBe(
      'image/png',
    )
  })

  it('reads attachments, progress, system messages, summaries and results', () => {
    const attachment = { type: 'edited_text_file', filename: 'a.ts', snippet: '1 x' }
    expect(messageText(entry('attachment', { attachment }))).toBe('a.ts\n1 x')
    const data = { type: 'bash_progress', output: 'b', fullOutput: 'a b' }
    expect(messageText(entry('progress', { data }))).toBe('a b')
    expect(messageText(entry('system', { subtype: 'informational', content: 'two\nlines' }))).toBe(
      'two\nlines',
    )
    expect(messageText(entry('system', { subtype: 'turn_duration', durationMs: 5 }))).toBe('Turn took 5 ms')
    expect(messageText({ type: 'summary', summary: 'Title' })).toBe('Title')
    expect(messageText({ type: 'result', result: 'Done' })).toBe('Done')
    expect(messageText({ type: 'stream_request_start' })).toBe('')
  })

  it('reads content that lies deeper than the stack reaches', () => {
    let input: object = { leaf: 'bottom' }
    for (let depth = 0; depth < 200_000; depth += 1) input = { input }
    expect(messageText(answer('m1', [toolUse('t1', 'Deep', input)]))).toBe('Deep\nbottom')
  })

  it('takes any value (law)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), arbitraryHostileLog(), (value, log) => {
        for (const message of [value, ...log]) expect(messageText(message)).toBeTypeOf('string')
      }),
      { numRuns: 2000 },
    )
  })
})
