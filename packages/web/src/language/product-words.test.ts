import { describe, expect, it } from 'vitest'
import { CHINESE } from './chinese.ts'
import { ENGLISH } from './texts.ts'

/** What the page never says, with what it says instead: the design's table of words. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\bentries\b/i, 'messages or lines'],
  [/\bmended\b|\bmend\b/i, 'repaired, repair'],
  [/\bNumbers\b/, 'Usage'],
  [/数字/, '用量'],
  [/\btake(?:n)? (?:it )?back\b/i, 'Undo, undone'],
  [/Refuse what is not allowed/i, 'Only what is allowed'],
  [/\bshall\b/i, 'What should the agent do?'],
  [/^Waits$/, 'Waits for you'],
  [/Model['’]s view|模型视图/i, 'What the model sees, 模型看到的内容'],
  [/\bdamaged\b/i, 'Cannot be resumed, Can be repaired, Fine'],
  [/readers bear with/i, 'Note'],
  [/that is not there|parent that is/i, 'A message points to one that is missing'],
  [/characters were left out|Load the whole/i, '38 more lines'],
  [/Hidden messages|隐藏的消息/, 'System messages, 系统消息'],
  [/\bnew below\b/i, 'Jump to latest'],
  [/folder of this session is gone/i, 'Folder not found'],
  [/Count again|Examine again/i, 'Refresh, Check again'],
  [/^May .* run\?$/, 'Edit src/tide/table.ts'],
  [/claude-(?:opus|sonnet|haiku)-\d/i, 'Opus 4.5'],
]

describe('the words of the page', () => {
  it.each([
    ['English', ENGLISH],
    ['Chinese', CHINESE],
  ])('are those of the product: %s', (_, texts) => {
    const said = [...readTexts(texts, '')]
    expect(said.length).toBeGreaterThan(300)
    const wrong = said.flatMap(({ name, text }) =>
      BANNED.filter(([pattern]) => pattern.test(text)).map(([, better]) => `${name}: “${text}” → ${better}`),
    )
    expect(wrong).toEqual([])
  })

  it('name no rule without a sentence, and no path of a machine', () => {
    for (const texts of [ENGLISH, CHINESE])
      for (const { name, text } of readTexts(texts, '')) {
        expect(text, name).not.toMatch(/^[A-Z]{3}-\d\d$/)
        expect(text, name).not.toMatch(/\/(?:Users|home)\/\w/)
      }
  })
})

/** Every text with its name; of a function the texts that stand in it. */
function* readTexts(
  value: unknown,
  name: string,
): Generator<{ readonly name: string; readonly text: string }> {
  if (typeof value === 'string') yield { name, text: value }
  else if (typeof value === 'function')
    for (const [, , text = ''] of String(value).matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/gs))
      yield { name, text }
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      yield* readTexts(inner, name === '' ? key : `${name}.${key}`)
}
