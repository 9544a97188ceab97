import { expect, it } from 'vitest'
import { findNearWords } from './find-near-words.ts'

const KEY = 'q7Zk2mXw9RtB4vLs8NcD'

it('finds a key that begins up to sixty signs behind the word, and none that begins later', () => {
  for (const [distance, count] of [
    [1, 1],
    [60, 1],
    [61, 0],
    [300, 0],
  ] as const)
    expect(findNearWords(`the api key${' '.repeat(distance)}${KEY} behind`), `${distance}`).toHaveLength(
      count,
    )
})

it('takes the first that may be one, whatever stands behind it', () => {
  const text = `the api key ${KEY}, then a1B2c3D4e5F6g7H8i9J0`
  expect(findNearWords(text)).toEqual([{ start: 12, end: 12 + KEY.length, kind: 'secret' }])
})

it('does not look beyond the line', () => {
  expect(findNearWords(`the api key\n${KEY}`)).toEqual([])
})
