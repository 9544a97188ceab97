import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeCorpusTree } from '../../../bench/recall/corpus-tree.ts'
import { RECALL_QUESTIONS } from '../../../bench/recall/questions.ts'
import { askByTools, isAnswered } from '../../../bench/recall/scripted-agents.ts'
import { type Asking, createRecallHome, type RecallHome } from './recall-kit.ts'

let place: RecallHome
let asking: Asking
beforeAll(async () => {
  place = createRecallHome(writeCorpusTree('fixtures').home)
  asking = await place.connect({ cwd: place.home, args: ['serve', '--all-projects'] })
})
afterAll(() => place.remove())

it('answers questions about real sessions, in few tokens', async () => {
  const missed: string[] = []
  let tokens = 0
  for (const question of RECALL_QUESTIONS) {
    const effort = await askByTools(asking.client, question)
    tokens += effort.tokens
    if (!isAnswered(effort, question)) missed.push(`${question.kind}: ${question.given}`)
  }
  expect(RECALL_QUESTIONS).toHaveLength(40)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(2)
  expect(tokens).toBeLessThan(25_000)
})
