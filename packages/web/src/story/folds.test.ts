import { describe, expect, it } from 'vitest'
import { createFolds } from './folds.ts'

describe('createFolds', () => {
  it('opens what was found with all inside it, and folds it back as it was', () => {
    const folds = createFolds()
    folds.set('1.0', false)
    folds.reveal(['1.0', 'work 1.0'])
    expect(['1.0', '1.0 whole', 'work 1.0', '1.01'].map(folds.get)).toEqual([true, true, true, undefined])
    folds.conceal()
    expect(['1.0', '1.0 whole'].map(folds.get)).toEqual([false, undefined])
  })

  it('lets the reader close what was found', () => {
    const folds = createFolds()
    folds.reveal(['1.0'])
    folds.set('1.0', false)
    expect(folds.get('1.0')).toBe(false)
  })

  it('says that something changed', () => {
    const folds = createFolds()
    let heard = 0
    const leave = folds.subscribe(() => {
      heard += 1
    })
    folds.setAll(['a', 'b'], true)
    folds.conceal()
    leave()
    folds.set('a', false)
    expect([heard, folds.version()]).toEqual([1, 2])
  })
})
