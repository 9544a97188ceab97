import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'

const convert = (html: string, maxUnits = 200_000): string =>
  htmlToMarkdown(html, { baseUrl: new URL('https://example.org/docs/page'), maxUnits })

describe('htmlToMarkdown', () => {
  it.each([
    ['plain', 'plain'],
    ['<p>one</p><p>two</p>', 'one\n\ntwo'],
    ['a <b>bold </b>word and <i> thin</i>', 'a **bold** word and _thin_'],
    ['<h1>Big</h1>text<h3>Small</h3>', '# Big\n\ntext\n\n### Small'],
    ['<ul><li>a<li>b<ul><li>c</ul></ul>', '- a\n- b\n  - c'],
    ['<ol start=3><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    ['<ul><li></li><li>x</li></ul>', '- x'],
    ['<a href="/x">link</a>', '[link](https://example.org/x)'],
    ['<a href="y?a=1&amp;b=2">link</a>', '[link](https://example.org/docs/y?a=1&b=2)'],
    ['<a href="#top">here</a> <a href="javascript:alert(1)">bad</a> <a>none</a>', 'here bad none'],
    ['<a href="/x"></a>after', 'after'],
    ['<a href="/x"><div>Title</div><div>Sub</div></a>', '[Title](https://example.org/x)\nSub'],
    ['<a href="/a">one<a href="/b">two</a>', '[one](https://example.org/a)[two](https://example.org/b)'],
    ['<img src="p.png" alt="A  picture"><img src="q.png">', '![A picture](https://example.org/docs/p.png)'],
    ['<img alt=x src="data:image/png;base64,AAAA">', '![x]'],
    ['<pre><code>if (a &lt; b)\n  c()\n</code></pre>after', '```\nif (a < b)\n  c()\n```\n\nafter'],
    ['<pre>open', '```\nopen\n```'],
    ['use <code>a  b</code>', 'use `a b`'],
    ['<blockquote>said<br>so</blockquote>', '> said\n> so'],
    ['<table><tr><th>a<th>b<tr><td>1<td>2</table>x', '| a | b |\n| --- | --- |\n| 1 | 2 |\n\nx'],
    ['<table><tr><td><p>a</p><p>b</p></td></tr></table>', '| a b |\n| --- |'],
    ['a<hr>b', 'a\n\n---\n\nb'],
    ['<title>T &amp; U</title><p>x', 'Title: T & U\n\nx'],
    [
      '<script>if (a < b) "</p>"</script>x<style>p{}</style><!-- c --><svg><title>no</title><p>no</p></svg>y',
      'xy',
    ],
    ['<SCRIPT>no</ScRiPt >yes', 'yes'],
    ['&lt;b&gt; &#65;&#x42; &nbsp;&unknown; &amp', '<b> AB &unknown; &'],
    ['&copy 2026 &NotEqualTilde; soft&shy;en &ensp;&check;', '© 2026 ≂̸ soften ✓'],
    ['a<!-- b --!>c<!-->d<!doctype x>e', 'acde'],
    ['&#0; &#xd800; &#99999999;', '\ufffd \ufffd \ufffd'],
    ['<p title="a>b" data-x=\'c>d\'>text', 'text'],
    ['1 < 2 and 3 > 2 <3', '1 < 2 and 3 > 2 <3'],
    ['before<!-- never ends', 'before'],
    ['before<script>never ends', 'before'],
    ['before<p title="never ends', 'before'],
    ['a\r\n\tb\u00a0c', 'a b c'],
  ])('turns %j into %j', (html, markdown) => {
    expect(convert(html)).toBe(markdown)
  })

  it('takes any text', () => {
    const tags =
      '<a href=x> </a> <b> </b> <ul> <li> </ul> <pre> </pre> <table> <tr> <td> </table> <blockquote> <!-- --> < > " \' & text'
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tags.split(' '))), pieces => {
        expect(typeof convert(pieces.join(''))).toBe('string')
      }),
    )
  })

  it('stops where it is told to', () => {
    expect(convert('<p>word</p>'.repeat(1_000), 100).length).toBeLessThanOrEqual(100)
  })

  // A converter that needed more than linear time would not come back within the limit of a test.
  it.each([
    '<',
    '<!--',
    '<a href="',
    "<a x='",
    '<b>',
    '<li>',
    '</x>',
    '&',
    '<script>',
    '<a ',
    '<div><i></b>',
    '<ul>',
    '<td>',
    ' ',
    '<a =',
    '"',
    '<p title',
    ' x',
    '<p x y=1 ',
    '&#x',
    '</',
    '<title>',
  ])(
    'reads megabytes of %j',
    piece => {
      const html = (piece === ' x' ? '<a' : '') + piece.repeat(Math.ceil(4_000_000 / piece.length))
      expect(typeof convert(html, 10_000_000)).toBe('string')
    },
    30_000,
  )
})
