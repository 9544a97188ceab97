import { pdf } from '@antiphon/core/testing/contract-cases/rule-case'
import { describe, expect, it } from 'vitest'
import { inspectPdf, PDF_WINDOW } from './pdf-header.ts'

const encode = (text: string) => Buffer.from(text, 'latin1').toString('base64')

describe('inspectPdf', () => {
  it('counts the pages of the root of the page tree', () => {
    const branch = '3 0 obj << /Type /Pages /Parent 2 0 R /Count 4 >> endobj'
    const root = '2 0 obj << /Count 12 /Kids [3 0 R] /Type/Pages >> endobj'
    expect(inspectPdf(encode(`%PDF-1.7 ${branch} ${root}`)).pages).toBe(12)
    expect(inspectPdf(encode(`%PDF-1.7 ${root} ${branch}`)).pages).toBe(12)
  })

  it('takes the number of pages from a linearised head', () => {
    const head = '%PDF-1.6 1 0 obj << /Linearized 1 /L 999 /N 77 /T 3 >> endobj'
    expect(inspectPdf(encode(head + ' '.repeat(300_000))).pages).toBe(77)
  })

  it('finds trailer and page tree at the end of a large file', () => {
    const middle = 'x'.repeat(3 * PDF_WINDOW + 1)
    const tail = '2 0 obj << /Type /Pages /Count 3 >> endobj trailer << /Encrypt 5 0 R >>'
    expect(inspectPdf(encode(`%PDF-1.4 ${middle}${tail}`))).toEqual({
      isPdf: true,
      encrypted: true,
      pages: 3,
    })
  })

  it('does not know what only the middle of a large file tells', () => {
    const half = 'x'.repeat(2 * PDF_WINDOW)
    const tree = '2 0 obj << /Type /Pages /Count 3 >> endobj'
    expect(inspectPdf(encode(`%PDF-1.4 ${half}${tree}${half}`))).toEqual({
      isPdf: true,
      encrypted: false,
      pages: null,
    })
  })

  it('tells an encrypted file from one that has the word in its text', () => {
    expect(inspectPdf(pdf(1, '/Encrypt<</Filter/Standard>>')).encrypted).toBe(true)
    expect(inspectPdf(encode('%PDF-1.4 (see /Encrypt in the manual)')).encrypted).toBe(false)
  })

  it('knows no PDF without its header', () => {
    expect(inspectPdf(encode('PK zip'))).toEqual({ isPdf: false, encrypted: false, pages: null })
    expect(inspectPdf('')).toEqual({ isPdf: false, encrypted: false, pages: null })
  })

  it('stays bounded on a file made of page trees', () => {
    const hostile = encode(`%PDF-1.4 ${' obj /Type /Pages '.repeat(100_000)}`)
    expect(inspectPdf(hostile).pages).toBeNull()
  })
})
