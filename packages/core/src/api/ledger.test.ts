import { describe, expect, it } from 'vitest'
import { createLedger } from './ledger.ts'

describe('createLedger', () => {
  it('takes back all that was noted since the last commit', () => {
    const ledger = createLedger()
    ledger.toolIds.add('kept')
    ledger.media = { images: 1, pages: 0, largeImages: 0 }
    ledger.citations = { document: true }
    ledger.commit()
    ledger.toolIds.add('gone')
    ledger.uuids.add('gone')
    ledger.media = { images: 2, pages: 2, largeImages: 1 }
    ledger.citations = { document: false, search_result: true }
    ledger.broken = true
    expect(ledger.media).toEqual({ images: 2, pages: 2, largeImages: 1 })
    ledger.rollback()
    expect(ledger.toolIds.has('kept')).toBe(true)
    expect(ledger.toolIds.has('gone')).toBe(false)
    expect(ledger.uuids.has('gone')).toBe(false)
    expect(ledger.media).toEqual({ images: 1, pages: 0, largeImages: 0 })
    expect(ledger.citations).toEqual({ document: true })
    expect(ledger.broken).toBe(false)
  })

  it('keeps what was there before, when it is noted again and taken back', () => {
    const ledger = createLedger()
    ledger.toolIds.add('id')
    ledger.commit()
    ledger.toolIds.add('id')
    ledger.rollback()
    expect(ledger.toolIds.has('id')).toBe(true)
  })

  it('keeps the kinds of ids apart', () => {
    const ledger = createLedger()
    ledger.toolIds.add('x')
    expect(ledger.uuids.has('x')).toBe(false)
    ledger.uuids.add('y')
    expect(ledger.toolIds.has('y')).toBe(false)
  })
})
