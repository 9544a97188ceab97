import { describe, expect, it } from 'vitest'
import { createLedger } from './ledger.ts'

describe('createLedger', () => {
  it('takes back all that was noted since the last commit', () => {
    const ledger = createLedger()
    ledger.addToolId('kept')
    ledger.countMedia({ images: 1 })
    ledger.setCitations('document', true)
    ledger.commit()
    ledger.addToolId('gone')
    ledger.addUuid('gone')
    ledger.countMedia({ images: 1, pages: 2, largeImages: 1 })
    ledger.setCitations('document', false)
    ledger.setCitations('search_result', true)
    ledger.markBroken()
    expect(ledger.media).toEqual({ images: 2, pages: 2, largeImages: 1 })
    ledger.rollback()
    expect(ledger.hasToolId('kept')).toBe(true)
    expect(ledger.hasToolId('gone')).toBe(false)
    expect(ledger.hasUuid('gone')).toBe(false)
    expect(ledger.media).toEqual({ images: 1, pages: 0, largeImages: 0 })
    expect(ledger.citations).toEqual({ document: true })
    expect(ledger.broken).toBe(false)
  })

  it('keeps what was there before, when it is noted again and taken back', () => {
    const ledger = createLedger()
    ledger.addToolId('id')
    ledger.commit()
    ledger.addToolId('id')
    ledger.rollback()
    expect(ledger.hasToolId('id')).toBe(true)
  })

  it('keeps the kinds of ids apart', () => {
    const ledger = createLedger()
    ledger.addToolId('x')
    expect(ledger.hasUuid('x')).toBe(false)
    ledger.addUuid('y')
    expect(ledger.hasToolId('y')).toBe(false)
  })
})
