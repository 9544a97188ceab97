import { describe, expect, it } from 'vitest'
import { chooseSessionTitle } from './choose-session-title.ts'

describe('chooseSessionTitle', () => {
  it.each([
    [
      'a name before all',
      { customTitle: 'Mine', aiTitle: 'Its', summary: 'Sum', prompts: ['a b c d'] },
      'Mine',
    ],
    ['a summary before a prompt', { summary: 'Sum', prompts: ['one two three four'] }, 'Sum'],
    [
      'the heading of a plan',
      { summary: 'Sum', prompts: ['Implement the following plan:\n\n# Plan: Split the client\n\ntext'] },
      'Split the client',
    ],
    [
      'the first prompt that says something',
      { prompts: ['yes and yes', 'Why is the lamp dark?'] },
      'Why is the lamp dark?',
    ],
    ['a short prompt where there is no other', { prompts: ['hello'] }, 'hello'],
    ['Chinese words, which have no blanks', { prompts: ['好', '统一手册的所有术语'] }, '统一手册的所有术语'],
    ['one line of many', { prompts: ['fix\n\u001b[31mthe lamp of\tthe house'] }, 'fix the lamp of the house'],
  ])('takes %s', (_, source, title) => {
    expect(chooseSessionTitle(source)).toBe(title)
  })

  it('knows no title of a session in which nobody spoke', () => {
    expect(chooseSessionTitle({ prompts: [' '] })).toBeUndefined()
  })
})
