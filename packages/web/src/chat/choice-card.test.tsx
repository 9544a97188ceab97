import { readQuestion } from '@antiphon/core/chat'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { ChoiceCard } from './choice-card.tsx'

function ask(...questions: readonly object[]) {
  const request = { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: { questions } }
  const question = readQuestion({ request_id: 'r', request })
  if (!question) throw new Error('no question')
  return draw(
    <ChoiceCard {...{ question, index: 0, all: 1, takesFocus: false, onDecide: () => undefined }} />,
  )
}

const COLOURS = [{ label: 'Red', description: 'As a rose' }, { label: 'Blue' }, { description: 'no label' }]

describe('ChoiceCard', () => {
  it('lets one be chosen, or several where the agent says so', () => {
    const types = (multiSelect?: boolean) =>
      ask({ question: 'Which?', options: COLOURS, multiSelect }).attributes('input', 'type')
    expect(types()).toEqual(['radio', 'radio', 'text'])
    expect(types(true)).toEqual(['checkbox', 'checkbox', 'text'])
  })

  it('shows each answer with what it means, nothing chosen, and a place for other words', () => {
    const card = ask({ question: 'Which?', options: COLOURS })
    expect(card.each('label')).toEqual(['Red — As a rose', 'Blue'])
    expect(card.html).not.toContain('checked')
    expect(card.attributes('input', 'aria-label')).toEqual(['Something else: Which?'])
    expect(card.each('button')).toEqual(['Answer', 'Do not answer'])
    expect(card.html).not.toContain('role="alert"')
  })

  it('keeps the answers of two questions apart, and leaves out what asks nothing', () => {
    const card = ask(
      { question: 'A?', options: COLOURS },
      { options: COLOURS },
      { question: 'B?', options: COLOURS },
    )
    expect(card.each('legend')).toEqual(['A?', 'B?'])
    expect(new Set(card.attributes('input', 'name')).size).toBe(2)
  })
})
