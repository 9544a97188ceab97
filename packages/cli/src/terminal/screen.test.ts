import { describe, expect, it } from 'vitest'
import { createScreen, indent, inset } from './screen.ts'

function widthOf(columns: number | undefined, env: Record<string, string> = {}): number {
  const output = { write: async () => {}, isTerminal: columns !== undefined, columns: () => columns }
  return createScreen({ output, env, choice: 'never' }).width
}

describe('createScreen', () => {
  it('takes the width of the terminal, but no more than is good to read', () => {
    expect(widthOf(100)).toBe(100)
    expect(widthOf(300)).toBe(120)
    expect(widthOf(3)).toBe(20)
  })

  it('takes COLUMNS or 80 where there is no terminal', () => {
    expect(widthOf(undefined)).toBe(80)
    expect(widthOf(undefined, { COLUMNS: '60' })).toBe(60)
    expect(widthOf(undefined, { COLUMNS: 'wide' })).toBe(80)
  })
})

describe('inset', () => {
  it('leaves room to read however deep it is', () => {
    const output = { write: async () => {}, isTerminal: false, columns: () => undefined }
    const screen = createScreen({ output, env: {}, choice: 'never' })
    expect(inset(screen, 4).width).toBe(76)
    expect(inset(screen, 400).width).toBe(20)
  })
})

describe('indent', () => {
  it('leaves empty lines empty', () => {
    expect(indent(['a', '', 'b'], '  ')).toEqual(['  a', '', '  b'])
  })
})
