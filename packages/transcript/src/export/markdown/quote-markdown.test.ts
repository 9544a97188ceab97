import { describe, expect, it } from 'vitest'
import { quoteMarkdown } from './safe-markdown.ts'

describe('quoteMarkdown', () => {
  it.each([
    ['emphasis and lists', '- **one**\n- *two*'],
    ['a table', '| a | b |\n|---|---|\n| 1 | `x` |'],
    ['code in a line', 'call `f<T>()` now'],
    ['a link to the web', 'see [it](https://example.com/a)'],
  ])('keeps %s', (_, text) => {
    expect(quoteMarkdown(text)).toBe(text)
  })

  it.each([
    ['HTML', '<script>x</script>', '&lt;script>x&lt;/script>'],
    ['code that would pair with a mark on another line', 'a ` b\nc `<b>` d', 'a \\` b\nc `<b>` d'],
    ['code that a table would cut', '| `a|` `<b>` |', '| `a|` \\`&lt;b>\\` |'],
    ['an escaped mark that begins no code', '\\`<b>`', '\\`&lt;b>\\`'],
    ['a picture', '![x](https://example.com/a.png)', '\\![x](https://example.com/a.png)'],
    ['a link that runs', '[x](javascript:alert)', '[x]\\(javascript:alert)'],
    ['a definition', '[x]: javascript:alert', '[x]\\: javascript:alert'],
    ['a heading of our rank', '## Prompt', '###### Prompt'],
    ['a heading in a list', '- # Prompt', '- ##### Prompt'],
    ['an underline that makes a heading', 'Prompt\n===\nAnswer\n---', 'Prompt\n\\===\nAnswer\n***'],
    ['a fence in a list, which the list would end', '1. a\n   ```\n<b>\n   ```', '1. a\n```\n<b>\n```'],
    ['a fence that nobody closed', '```js\n<b>', '```js\n<b>\n```'],
    ['a fence inside of a longer one', '````\n```\n````', '````\n```\n````'],
    ['a fence behind the sign of a list', '- ```\n<b>', '- \\`\\`\\`\n&lt;b>'],
    ['escapes of a terminal', '\u001b[31mred', 'red'],
  ])('makes harmless: %s', (_, text, quoted) => {
    expect(quoteMarkdown(text)).toBe(quoted)
  })

  it('takes a megabyte of marks in one go', () => {
    const runs = Array.from({ length: 1400 }, (_, index) => '`'.repeat(index + 1)).join(' ')
    expect(quoteMarkdown(runs)).not.toContain(' `')
    expect(quoteMarkdown(`x${'`'.repeat(1_000_000)}`)).toHaveLength(2_000_001)
  })
})
