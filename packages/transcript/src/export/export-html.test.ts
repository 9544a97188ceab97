import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
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
import { exportHtml, type HtmlOptions } from './export-html.ts'
import { HTML_STYLE } from './html/html-style.ts'

const OPTIONS: HtmlOptions = { hasThinking: true, hasBranches: false }

function write(source: ExportSource, options: HtmlOptions = OPTIONS): string {
  return [...exportHtml(source, options)].join('')
}

/** What stands between the tags of the body. */
function readWords(html: string): string {
  return html
    .slice(html.indexOf('<body>'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

describe('exportHtml', () => {
  it('reads by turns, and folds the work between texts into one line', () => {
    const html = write(toSource(SAMPLE_ENTRIES, SAMPLE_SUBAGENT))
    expect(html).toContain('<title>The lamp</title>')
    expect(html).toContain('<h2>Why is the lamp dark?</h2>')
    expect(html).toContain('<span class="what">Edited 1 file +1 −1</span>')
    // An agent's work stands by itself.
    expect(html).toContain('<summary>Work of the agent: 2 steps</summary>')
    expect(readWords(html)).toContain('It is on now.')
    expect(html).toContain(
      '<tr class="del"><td class="n"></td><td class="s">−</td><td class="c">off</td></tr>',
    )
    expect(html).not.toMatch(/<script|<details[^>]* open/)
  })

  it('opens what failed, and shows prose as it was meant', () => {
    const failed = { ...(result('t1', 'no such file') as Record<string, unknown>), is_error: true }
    const html = write(
      toSource([
        entry('u1', null, said('go')),
        entry('u2', 'u1', answered('m1', call('t1', 'Bash', { command: 'cat x' }))),
        entry('u3', 'u2', said([failed])),
        entry('u4', 'u3', answered('m2', text('# Done\n\n- **all** of `it`\n- [see](https://example.com)'))),
      ]),
    )
    expect(html).toContain('<details class="call is-failed" open>')
    expect(html).toContain('<h3>Done</h3><ul><li><strong>all</strong> of <code>it</code></li>')
    expect(html).toContain('<a href="https://example.com/" rel="noopener noreferrer nofollow"')
  })

  it('tells what was taken out and where', () => {
    const report = [{ kind: 'password', place: 'a prompt, 08:00', uuid: 'u1', masked: '••• (9 characters)' }]
    const html = write({ ...toSource(SAMPLE_ENTRIES), redactions: { password: 1 } }, { ...OPTIONS, report })
    expect(readWords(html)).toContain('1 secret redacted: 1 password Kind Place Was password a prompt, 08:00')
    expect(readWords(write({ ...toSource(SAMPLE_ENTRIES), redactions: null }))).toContain(
      'Secrets were not redacted',
    )
  })

  it('cuts the middle of a long output, and has all of it where that is asked for', () => {
    const lines = Array.from({ length: 1000 }, (_, line) => `line ${line}`).join('\n')
    const source = toSource([
      entry('u1', null, said('go')),
      entry('u2', 'u1', answered('m1', call('t1', 'Bash', { command: 'ls' }))),
      entry('u3', 'u2', said([result('t1', lines)])),
    ])
    expect(write(source)).toContain('⋯ 600 more lines')
    expect(write(source)).not.toContain('line 500')
    expect(write(source, { ...OPTIONS, hasWholeOutput: true })).toContain('line 500')
  })

  it('holds pictures of pixels only', () => {
    const picture = (type: string) => ({
      type: 'image',
      source: { type: 'base64', media_type: type, data: 'AAAA' },
    })
    const html = write(
      toSource([entry('u1', null, said([text('See:'), picture('image/png'), picture('image/svg+xml')]))]),
    )
    expect(html.match(/<img [^>]*>/g)).toEqual([
      '<img alt="Image of the session" loading="lazy" src="data:image/png;base64,AAAA">',
    ])
    expect(html.match(/class="turn"/g)).toHaveLength(1)
  })

  it('has the colours and letters of the window', async () => {
    const [tokens = ''] = (
      await readFile(new URL('../../../web/src/theme/tokens.css', import.meta.url), 'utf8')
    ).split('@media')
    const plain = (value: string): string =>
      value
        .replace(/\s*,\s*/g, ',')
        .replace(/\s+/g, ' ')
        .trim()
    const known = new Map(
      [...tokens.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value = '']) => [name, plain(value)]),
    )
    const own = [...HTML_STYLE.matchAll(/--([\w-]+):\s*([^;}]+)[;}]/g)]
    expect(own.length).toBeGreaterThan(20)
    for (const [, name, value = ''] of own) expect([name, plain(value)]).toEqual([name, known.get(name)])
  })
})
