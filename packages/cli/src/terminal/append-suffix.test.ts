import { describe, expect, it } from 'vitest'
import { plainScreen } from '../../test/plain-screen.ts'
import { appendSuffix, createPalette } from './screen.ts'

describe('appendSuffix', () => {
  it('stands behind the last line where there is room', () => {
    expect(appendSuffix(['one', 'two'], '(never sent)', plainScreen(20))).toEqual(['one', 'two (never sent)'])
    expect(appendSuffix(['one'], '', plainScreen(20))).toEqual(['one'])
  })

  it('stands below it where there is none', () => {
    expect(appendSuffix(['ten letters'], '(never sent)', plainScreen(20))).toEqual([
      'ten letters',
      '  (never sent)',
    ])
  })

  it('does not take styles for letters', () => {
    const palette = createPalette(true)
    expect(appendSuffix([palette.bold('one')], '(x)', { width: 8, palette })).toHaveLength(1)
  })
})
