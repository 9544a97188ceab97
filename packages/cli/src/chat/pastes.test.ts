import { describe, expect, it } from 'vitest'
import { createPastes } from './pastes.ts'

const toTag = (number: number, lines: number): string => `[Pasted text #${number} +${lines} lines]`

describe('createPastes', () => {
  it('leaves short ones as they are', () => {
    expect(createPastes().fold('one\ntwo', toTag)).toBe('one\ntwo')
  })

  it('folds long ones to a tag, and sends what it stands for', () => {
    const pastes = createPastes()
    const long = 'line\n'.repeat(200_000)
    const tag = pastes.fold(long, toTag)
    expect(tag).toBe('[Pasted text #1 +200000 lines]')
    expect(pastes.unfold(`before ${tag} after`).text).toBe(`before ${long} after`)
  })

  it('never looks for tags inside a paste', () => {
    const pastes = createPastes()
    const first = pastes.fold(`[Pasted text #2 +8 lines]${'\n'.repeat(7)}`, toTag)
    const second = pastes.fold('\n'.repeat(8), toTag)
    expect(pastes.unfold(first).text).toContain('#2')
    expect(pastes.unfold(second).text).toBe('\n'.repeat(8))
  })

  it('names the pictures that are still there', () => {
    const pastes = createPastes()
    const tags = [pastes.foldImage('/a.png'), pastes.foldImage('/b.png')]
    expect(pastes.unfold(`look at ${tags[1]}`)).toEqual({ text: 'look at [Image #2]', images: ['/b.png'] })
  })
})
