import { expect, it } from 'vitest'
import { createFirstMessages } from './first-messages.ts'

it('gives the first message of a uuid to each later one, and nothing to the first', () => {
  const [one, other, again] = [{ uuid: 'a', text: 'one' }, { uuid: 'b' }, { uuid: 'a', text: 'again' }]
  const seen = createFirstMessages()
  expect(seen.firstOf('a', one)).toBe(null)
  expect(seen.firstOf('b', other)).toBe(null)
  expect(seen.firstOf('a', again)).toBe(one)
  expect(seen.firstOf('a', again)).toBe(one)
})

it('finds those that came after the first repeated one', () => {
  const [one, late] = [{ uuid: 'a' }, { uuid: 'c' }]
  const seen = createFirstMessages()
  seen.firstOf('a', one)
  expect(seen.firstOf('a', { uuid: 'a' })).toBe(one)
  expect(seen.firstOf('c', late)).toBe(null)
  expect(seen.firstOf('c', { uuid: 'c' })).toBe(late)
})
