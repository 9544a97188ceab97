import { expect, it } from 'vitest'
import { formatAge } from './format-age.ts'

const DAY = 86_400_000

it.each([
  [-5 * DAY, 'now'],
  [0, 'now'],
  [59_999, 'now'],
  [60_000, '1m'],
  [DAY - 1, '23h'],
  [13.9 * DAY, '13d'],
  [15 * DAY, '2w'],
  [100 * DAY, '3mo'],
  [800 * DAY, '2y'],
])('tells an age of %d ms as %s', (age, text) => {
  expect(formatAge(1e12 - age, 1e12)).toBe(text)
})
