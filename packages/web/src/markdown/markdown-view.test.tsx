import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { HOSTILE_PAYLOADS } from '../../test/hostile-payloads.ts'
import { MarkdownView } from './markdown-view.tsx'

const view = (text: string) => draw(<MarkdownView text={text} />)

/** All that a text may become. */
const TAGS =
  /^(?:a|b|blockquote|br|button|code|del|div|em|figure|h[3-6]|hr|i|li|mark|ol|p|pre|s|span|strong|table|tbody|td|th|thead|tr|ul)$/
const ATTRIBUTES =
  /^(?:class|href|rel|target|referrerPolicy|title|start|type|tabindex|aria-[a-z]+|role|style)$/i

describe('MarkdownView', () => {
  it.each(HOSTILE_PAYLOADS)('makes of %j no element, attribute or address that is not its own', payload => {
    const { html, attributes } = view(payload)
    for (const [, tag = '', rest = ''] of html.matchAll(/<([a-z0-9]+)((?: [\w-]+="[^"]*")*)\/?>/gi)) {
      expect(tag).toMatch(TAGS)
      for (const [, name = ''] of rest.matchAll(/ ([\w-]+)=/g)) expect(name).toMatch(ATTRIBUTES)
    }
    for (const href of attributes('a', 'href')) expect(href).toMatch(/^(?:https?:|mailto:)/)
    for (const style of attributes('\\w+', 'style')) expect(style).toBe('')
  })

  it('draws what people write', () => {
    const drawn = view(
      '# Title\n\nSome **bold** `code`.\n\n- [x] one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    )
    expect(drawn.each('h3')).toEqual(['Title'])
    expect(drawn.each('strong')).toEqual(['bold'])
    expect(drawn.each('code')).toEqual(['code'])
    expect(drawn.each('li')).toEqual(['☑ one', 'two'])
    expect([drawn.each('th'), drawn.each('td')]).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('names the host of a link, and shows what is no link as text', () => {
    expect(view('[here](https://example.org/x)').each('a')).toEqual(['here (example.org)'])
    const refused = view('[here](javascript:alert(1))')
    expect(refused.each('a')).toEqual([])
    expect(refused.text).toContain('here javascript:alert(1)')
    expect(view('![alt](https://example.org/a.png)').html).not.toContain('<img')
  })

  it('reads a text that is too long or too deep as it is', () => {
    expect(view(`# ${'x'.repeat(60_000)}`).each('h3')).toEqual([])
    expect(view(`${'> '.repeat(60)}deep`).text).toContain('deep')
  })
})
