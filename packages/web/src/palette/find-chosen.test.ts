import { Search } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { findChosen } from './find-chosen.ts'
import type { PaletteOption } from './palette-options.ts'

const line = (id: string): PaletteOption => ({
  ...{ kind: 'action', key: id },
  action: { id, label: id, icon: Search, run: () => {} },
})

describe('findChosen', () => {
  it('keeps the line that was chosen while others come before it', () => {
    const looked = [line('home'), line('usage')]
    const chosen = looked[1]?.key ?? null
    expect(findChosen(looked, chosen)).toBe(1)
    expect(findChosen([line('hit 1'), line('hit 2'), ...looked], chosen)).toBe(3)
  })

  it('means the first where nothing was chosen, or where it is gone', () => {
    expect(findChosen([line('home'), line('usage')], null)).toBe(0)
    expect(findChosen([line('home')], 'usage')).toBe(0)
    expect(findChosen([], 'usage')).toBe(-1)
  })
})
