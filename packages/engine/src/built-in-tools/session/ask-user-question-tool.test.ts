import { afterEach, describe, expect, it } from 'vitest'
import { createAskUserQuestionTool } from './ask-user-question-tool.ts'
import { closeHarnesses, harnessWith } from './testing/open-harnesses.ts'

afterEach(closeHarnesses)

describe('AskUserQuestion', () => {
  const options = [
    { label: 'Red', description: 'warm' },
    { label: 'Blue', description: 'cold' },
  ]
  const question = { question: 'Which colour?', header: 'Colour', options, multiSelect: false }

  it('gives the answers to the model and keeps them beside the questions', async () => {
    const harness = await harnessWith({
      questions: async asked => ({ answers: { [asked[0]?.question ?? '']: 'Red' } }),
    })
    const { text, outcome } = await harness.run(createAskUserQuestionTool(), { questions: [question] })
    expect(text).toBe('The person answered:\n- Which colour? → Red')
    expect(outcome.data).toEqual({ questions: [question], answers: { 'Which colour?': 'Red' } })
  })

  it('fails with advice where nobody can be asked, and where nobody answers', async () => {
    const alone = await (await harnessWith()).run(createAskUserQuestionTool(), { questions: [question] })
    expect([alone.outcome.isError, alone.text]).toEqual([
      true,
      expect.stringContaining('Nobody can be asked'),
    ])
    const silent = await (await harnessWith({ questions: async () => null })).run(
      createAskUserQuestionTool(),
      { questions: [question] },
    )
    expect([silent.outcome.isError, silent.text]).toEqual([true, expect.stringContaining('did not answer')])
  })

  it('waits no longer after an interruption', async () => {
    const harness = await harnessWith({ questions: () => new Promise(() => {}) })
    const asking = harness.run(createAskUserQuestionTool(), { questions: [question] })
    harness.abort()
    expect((await asking).outcome.isError).toBe(true)
  })

  it.each([
    ['no question', []],
    ['five questions', Array.from({ length: 5 }, (_, index) => ({ ...question, question: `${index}?` }))],
    ['one choice', [{ ...question, options: options.slice(1) }]],
    ['the same question twice', [question, question]],
    ['the same choice twice', [{ ...question, options: [options[0], options[0]] }]],
  ])('refuses %s', async (_, questions) => {
    const harness = await harnessWith({ questions: async () => ({ answers: {} }) })
    expect((await harness.run(createAskUserQuestionTool(), { questions })).outcome.isError).toBe(true)
  })
})
