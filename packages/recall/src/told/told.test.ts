import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText } from './cut-text.ts'
import { withoutSecrets } from './secret-keeper.ts'
import { createTokenBudget, measureTokens } from './token-budget.ts'

const KEY = `sk-ant-api03-${'a1B2c3D4'.repeat(11)}AA`

describe('a text that is cut', () => {
  it('keeps its beginning and its end, and tells how much is gone', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 50, max: 300 }),
        (text, most) => {
          const cut = cutText(text, most)
          if (text.length <= most) {
            expect(cut).toEqual({ text, leftOut: 0 })
            return
          }
          const [head = '', tail = ''] = cut.text.split(/\n\[… \d+ characters left out …\]\n/)
          expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
          expect(head.length + tail.length + cut.leftOut).toBe(text.length)
          expect(head.length + tail.length).toBeLessThanOrEqual(most + 1)
          expect(cut.text.isWellFormed()).toBe(text.isWellFormed())
        },
      ),
    )
  })
})

describe('a budget', () => {
  it('is never exceeded by what was taken', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 0, max: 200 }), (values, tokens) => {
        const budget = createTokenBudget(tokens)
        const taken = values.filter(value => budget.take(value))
        expect(taken.reduce<number>((sum, value) => sum + measureTokens(value), 0)).toBe(tokens - budget.left)
        expect(budget.left).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('secrets', () => {
  it('are gone from a text before it is cut, wherever it is cut', async () => {
    for (let before = 0; before < 300; before += 7) {
      const text = `${'x '.repeat(before)}${KEY}${' y'.repeat(400)}`
      const { answer } = await withoutSecrets(true, async keeper => cutText(keeper.text(text), 300).text)
      expect(answer).not.toContain('sk-ant-api03-a1B2')
      expect(answer).not.toContain('D4a1B2c3')
    }
  })

  it('are gone from all of an answer, once one place shows them to be secrets, wherever another was cut', async () => {
    for (let before = 80; before < 130; before++) {
      const said = `${'x'.repeat(before)} Zk3vPq9xL2mW8sT4 ${'y'.repeat(400)}`
      const { answer, redacted } = await withoutSecrets(true, async keeper => ({
        said: cutText(keeper.text(said), 200).text,
        input: keeper.value({ input: { password: 'Zk3vPq9xL2mW8sT4' } }),
      }))
      expect(JSON.stringify(answer)).not.toContain('Zk3v')
      expect(redacted).toBe(2)
    }
  })

  it('stay where nobody redacts', async () => {
    expect(await withoutSecrets(false, async keeper => keeper.text(KEY))).toEqual({
      answer: KEY,
      redacted: 0,
    })
  })
})
