import { expect, it } from 'vitest'
import { cutStart } from './cut-start.ts'
import { textWidth } from './text-width.ts'

it('keeps the end of a text, by what a terminal shows', () => {
  expect(cutStart('/home/me/work', 20)).toBe('/home/me/work')
  expect(cutStart('/home/me/work', 6)).toBe('…/work')
  expect(textWidth(cutStart('/家/目录/项目', 6))).toBeLessThanOrEqual(6)
})

it('takes no longer for a path that nobody would write', () => {
  const begun = performance.now()
  expect(cutStart('{"a":'.repeat(200_000), 30)).toHaveLength(30)
  expect(performance.now() - begun).toBeLessThan(2_000)
})
