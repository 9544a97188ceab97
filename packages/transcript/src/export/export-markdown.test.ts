import type { Entry } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMarkdown } from '../../test/read-markdown.ts'
import {
  answered,
  call,
  entry,
  result,
  SAMPLE_ENTRIES,
  SAMPLE_SUBAGENT,
  said,
  text,
  toSource,
} from '../../test/sample-export.ts'
import type { ExportSource } from './export-header.ts'
import { exportMarkdown } from './export-markdown.ts'

function write(source: ExportSource, options = { hasThinking: true, hasBranches: false }): string {
  return [...exportMarkdown(source, options)].join('')
}

describe('exportMarkdown', () => {
  it('reads as the session was', () => {
    const source = { ...toSource(SAMPLE_ENTRIES, SAMPLE_SUBAGENT), redactions: { password: 2 } }
    expect(write(source, { hasThinking: true, hasBranches: true })).toMatchInlineSnapshot(`
      "# The lamp

      | | |
      |---|---|
      | Session | s1 |
      | Directory | /home/dev/harbour |
      | Branch | main |
      | Models | claude-opus-5-5 |
      | Time | 2026-11-14T08:00:00.000Z to 2026-11-14T08:00:00.000Z |
      | Messages | 8 (prompts: 1, answers: 4, tool calls: 2, subagents: 1) |
      | Redacted | 2 password |

      ## Prompt · 2026-11-14 08:00

      Why is the lamp dark?

      <details><summary>Thinking</summary>

      A fuse, perhaps.

      </details>

      <details><summary>✓ Edit: /a.ts · +1 −1</summary>

      \`\`\`diff
      -off
      +on
      \`\`\`

      </details>

      <details><summary>✓ Task: Look</summary>

      \`\`\`json
      {
        "description": "Look",
        "prompt": "look"
      }
      \`\`\`

      <details><summary>Work of a subagent for this call: 2 steps</summary>

      ### Task · 2026-11-14 08:00

      look

      ### Answer

      I looked.

      </details>

      \`\`\`
      Nothing.
      \`\`\`

      </details>

      ### Answer

      It is on now.

      ## A branch that was left behind

      ### Answer

      An answer that was left behind.

      "
    `)
  })

  it('leaves out thinking where nobody wants it', () => {
    expect(write(toSource(SAMPLE_ENTRIES), { hasThinking: false, hasBranches: false })).not.toContain('fuse')
  })

  it('shows an edit as the patch that the tool stored', () => {
    const structuredPatch = [{ oldStart: 3, oldLines: 1, newStart: 3, newLines: 1, lines: ['-off', '+on'] }]
    const markdown = write(
      toSource([
        entry('u1', null, answered('m1', call('toolu_1', 'Edit', { file_path: '/a.ts' }))),
        entry('u2', 'u1', { ...said([result('toolu_1', 'ok')]), toolUseResult: { structuredPatch } }),
      ]),
    )
    expect(markdown).toContain('```diff\n@@ -3,1 +3,1 @@\n-off\n+on\n```')
  })

  it('notes a picture instead of showing it', () => {
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
    expect(write(toSource([entry('u1', null, said([text('See:'), picture]))]))).toContain(
      'See:\n\n*\\[image image/png, 3 B\\]*\n',
    )
  })

  it('marks where the context was compacted', () => {
    const boundary = entry('u2', null, {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      logicalParentUuid: 'u1',
    })
    const summary = entry('u3', 'u2', { ...said('So far: nothing.'), isCompactSummary: true })
    const markdown = write(toSource([entry('u1', null, said('hi')), boundary, summary]))
    expect(markdown).toMatch(
      /\n\*\*\*\n\n\*.*compacted.*\*\n\n<details><summary>Summary of earlier messages<\/summary>\n\nSo far: nothing\.\n\n<\/details>\n/,
    )
  })

  it('says when secrets were kept', () => {
    expect(write({ ...toSource(SAMPLE_ENTRIES), redactions: null })).toContain(
      '| Redacted | nothing: secrets were kept |',
    )
  })

  const nasty = fc
    .array(
      fc.constantFrom(
        '```',
        '````',
        '~~~',
        '`',
        '``',
        '\n',
        '\n\n',
        ' ',
        '    ',
        '\t',
        '- ',
        '> ',
        '1. ',
        '# ',
        '## Prompt',
        '===',
        '---',
        '|',
        '\\',
        '<',
        '>',
        '<script>',
        '</details>',
        '<!--',
        '![x](http://a)',
        '[x](javascript:a)',
        '[x]: http://a',
        '](',
        '&lt;',
        'a',
        '\r',
        '\u001b[31m',
        '\u202e',
        '$',
        '*',
        '_',
      ),
      { maxLength: 14 },
    )
    .map(parts => parts.join(''))

  it('holds no HTML and no heading but its own, and closes every fence, whatever was said (law)', () => {
    const session = fc.record({
      prompt: nasty,
      answer: nasty,
      thinking: nasty,
      command: nasty,
      output: nasty,
      title: nasty,
      cwd: nasty,
      name: nasty,
    })
    fc.assert(
      fc.property(session, ({ prompt, answer, thinking, command, output, title, cwd, name }) => {
        const entries: readonly Entry[] = [
          { type: 'custom-title', customTitle: title, sessionId: 's1' },
          entry('u1', null, { ...said(prompt), cwd }),
          entry(
            'u2',
            'u1',
            answered(
              'm1',
              { type: 'thinking', thinking },
              text(answer),
              call('t1', 'Bash', { command }),
              call('t2', name, { [name]: command }),
            ),
          ),
          entry('u3', 'u2', said([result('t1', output), result('t2', [text(output)])])),
          entry('u4', 'u3', { type: 'system', subtype: 'informational', content: output }),
        ]
        const read = readMarkdown(write(toSource(entries)))
        expect(read.problems).toEqual([])
        expect(read.headings.filter(heading => /^#{1,3} /.test(heading)).length).toBeLessThanOrEqual(4)
        expect(read.headings.filter(heading => heading.startsWith('# '))).toHaveLength(1)
      }),
      { numRuns: 1000 },
    )
  })

  it('takes any JSON in the place of messages (law)', () => {
    const line = fc.record({
      uuid: fc.constantFrom('u1', 'u2', 'u3'),
      parentUuid: fc.constantFrom(null, 'u1', 'u2'),
      type: fc.constantFrom('user', 'assistant', 'system', 'attachment', 'odd'),
      isSidechain: fc.boolean(),
      timestamp: fc.jsonValue(),
      cwd: fc.jsonValue(),
      attachment: fc.jsonValue(),
      toolUseResult: fc.jsonValue(),
      message: fc.oneof(
        fc.jsonValue(),
        fc.record({
          role: fc.constant('user'),
          content: fc.array(
            fc.oneof(
              fc.jsonValue(),
              fc.record({
                type: fc.constantFrom('text', 'tool_use', 'tool_result', 'image'),
                id: fc.constant('t'),
                tool_use_id: fc.constant('t'),
                text: nasty,
                input: fc.jsonValue(),
                content: fc.jsonValue(),
              }),
            ),
            { maxLength: 3 },
          ),
        }),
      ),
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), lines => {
        const source = toSource(lines as unknown as readonly Entry[])
        expect(readMarkdown(write(source, { hasThinking: true, hasBranches: true })).problems).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})
