import { type ApiTargetOptions, resolveTarget } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { image, pdf, text } from '../../testing/history-builder.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { createLedger, type Ledger } from '../ledger.ts'
import { judgeDocument } from './judge-document.ts'

function judge(block: unknown, options: ApiTargetOptions = {}, ledger: Ledger = createLedger()) {
  const context = {
    target: resolveTarget(options),
    tools: [],
    toolSearch: true,
    pastIsBroken: false,
    ledger,
    repair: () => undefined,
  }
  return judgeDocument(block as never, context)
}

function from(source: unknown, fields: object = {}) {
  return { type: 'document', source, ...fields }
}

function pages(count: number, extra = ''): string {
  const body = `%PDF-1.4\n1 0 obj\n<< /Type /Pages /Count ${count} >>\nendobj\ntrailer << ${extra} >>`
  return Buffer.from(body).toString('base64')
}

const WORDS = { type: 'text', media_type: 'text/plain', data: 'words' }

describe('judgeDocument', () => {
  it('reads plain text that was sent as base64', () => {
    const data = Buffer.from('Wörter 字').toString('base64')
    expect(judge(from({ type: 'base64', media_type: 'text/plain', data }, { title: 't' }))).toEqual({
      kind: 'mended',
      rule: 'PDF-03',
      detail: 'plain text that was sent as base64',
      block: from({ type: 'text', media_type: 'text/plain', data: 'Wörter 字' }, { title: 't' }),
    })
  })

  it.each([
    ['a PDF', pdf(), {}],
    ['plain text', from(WORDS), {}],
    ['content as text', from({ type: 'content', content: 'words' }), {}],
    ['content as blocks', from({ type: 'content', content: [text('a'), image(PIXEL)] }), {}],
    ['a URL', from({ type: 'url', url: 'https://a' }), {}],
    ['a file under its beta', from({ type: 'file', file_id: 'f' }), { betas: ['files-api-2025-04-14'] }],
    ['as many pages as the model takes', pdf(pages(3)), { limits: { media: 3 } }],
  ])('takes %s', (_, block, options) => {
    expect(judge(block, options)).toEqual({ kind: 'fine' })
  })

  it.each([
    ['PDF-03', 'no source', { type: 'document' }, {}],
    ['PDF-03', 'a source that nobody knows', from({ type: 'scroll' }), {}],
    ['PDF-03', 'a source whose type is no text', from({ type: { toString: 1 } }), {}],
    ['PDF-03', 'a URL on Vertex', from({ type: 'url', url: 'https://a' }), { platform: 'vertex' }],
    ['PDF-03', 'a URL that is empty', from({ type: 'url', url: '' }), {}],
    ['IMG-09', 'a URL that the API does not fetch', from({ type: 'url', url: 'http://a/b.pdf' }), {}],
    ['FIL-01', 'a file without the beta', from({ type: 'file', file_id: 'f' }), {}],
    [
      'PDF-03',
      'base64 of anything but a PDF',
      from({ type: 'base64', media_type: 'text/csv', data: 'eA==' }),
      {},
    ],
    ['PDF-02', 'what is no base64', pdf('***'), {}],
    ['PDF-02', 'what is no PDF', pdf('bm9uc2Vuc2U='), {}],
    ['PDF-02', 'a PDF with a password', pdf(pages(1, '/Encrypt 5 0 R')), {}],
    ['PDF-01', 'too many pages', pdf(pages(4)), { limits: { media: 3 } }],
    ['PDF-03', 'blank text', from({ ...WORDS, data: ' ' }), {}],
    ['PDF-03', 'empty content', from({ type: 'content', content: [] }), {}],
    ['PDF-03', 'blank content', from({ type: 'content', content: [text(' ')] }), {}],
    ['PDF-03', 'content that is neither text nor image', from({ type: 'content', content: [pdf()] }), {}],
    ['PDF-03', 'content with a broken image', from({ type: 'content', content: [image('')] }), {}],
  ] as const)('refuses by %s: %s', (rule, _, block, options) => {
    expect(judge(block, options)).toMatchObject({ kind: 'refused', rule })
  })

  it('counts pages against the budget of the request', () => {
    const ledger = createLedger()
    const options = { limits: { media: 5 } }
    expect([3, 2, 1].map(count => judge(pdf(pages(count)), options, ledger).kind)).toEqual([
      'fine',
      'fine',
      'refused',
    ])
    expect(ledger.media.pages).toBe(5)
  })

  it('drops an empty title and context, and cuts a long title by code point', () => {
    expect(judge(from(WORDS, { title: '', context: '' }))).toMatchObject({
      kind: 'mended',
      rule: 'EMP-07',
      block: from(WORDS),
    })
    const verdict = judge(from(WORDS, { title: '📄'.repeat(501) }))
    const title = verdict.kind === 'mended' ? String((verdict.block as { title?: string }).title) : ''
    expect([...title].length).toBeLessThanOrEqual(500)
    expect(title).toMatch(/^(?:📄){460}…/u)
    expect(judge(from(WORDS, { title: '📄'.repeat(500), context: 'c' }))).toEqual({ kind: 'fine' })
  })
})
