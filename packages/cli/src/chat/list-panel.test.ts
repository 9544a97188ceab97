import { describe, expect, it } from 'vitest'
import { createPalette } from '../terminal/screen.ts'
import { createListPanel } from './list-panel.ts'

const screen = { width: 60, palette: createPalette(false) }

describe('createListPanel', () => {
  it('says where nothing fits what was typed, and not while the list is still read', () => {
    let items: readonly string[] = []
    const panel = createListPanel({
      ...{ title: 'Choose', hint: 'keys', nothing: 'nothing found' },
      items: () => items,
      show: item => ({ label: item, detail: '' }),
      ...{ onChoose: () => {}, onCancel: () => {}, onChange: () => {} },
    })
    const lines = (): readonly string[] => panel.frame({ screen, rows: 20 }).lines
    expect(lines()).toEqual(['Choose › ', 'keys'])
    items = ['one', 'other']
    expect(lines()).toEqual(['Choose › ', '❯ one', '  other', 'keys'])
    panel.key({ kind: 'key', name: 'text', text: 'zq', ctrl: false, alt: false, shift: false } as never) // what a panel reads of it
    expect(lines()).toEqual(['Choose › zq', '  nothing found', 'keys'])
  })
})
