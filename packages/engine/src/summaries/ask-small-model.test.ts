import { MODELS } from '@antiphon/contract'
import { expect, it } from 'vitest'
import { SMALL_MODEL } from './ask-small-model.ts'

it('is the newest small model that core knows', () => {
  expect(Object.keys(MODELS)).toContain(SMALL_MODEL)
  expect(SMALL_MODEL).toBe('claude-haiku-5-5')
})
