import { describe, expect, it } from 'vitest'
import { CHINESE } from './chinese.ts'
import { chooseLanguage } from './language.ts'
import { ENGLISH } from './texts.ts'

describe('chooseLanguage', () => {
  it('keeps what was chosen', () => {
    expect(chooseLanguage('zh-CN', ['en-US'])).toBe('zh-CN')
    expect(chooseLanguage('en', ['zh'])).toBe('en')
  })
  it('takes the first language of the reader that it speaks', () => {
    expect(chooseLanguage(null, ['fr', 'zh-TW', 'en'])).toBe('zh-CN')
    expect(chooseLanguage('klingon', ['de', 'en-GB', 'zh'])).toBe('en')
    expect(chooseLanguage(null, [])).toBe('en')
  })
})

describe('the languages', () => {
  it('have no empty text', () => {
    for (const texts of [ENGLISH, CHINESE]) for (const text of leaves(texts)) expect(text.trim()).not.toBe('')
  })
  it('differ in every plain text', () => {
    const english = leaves(ENGLISH)
    const same = leaves(CHINESE).filter((text, index) => text === english[index])
    // Names of products are what they are.
    expect(same).toEqual(Object.values(ENGLISH.chat.providers))
  })
})

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value)
    .sort()
    .flatMap(key => leaves((value as Record<string, unknown>)[key]))
}
