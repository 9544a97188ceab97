import { describe, expect, it } from 'vitest'
import { image, pdf, result, text } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { checkMedia } from './check-media.ts'

const FOUND = { type: 'search_result', source: 's', title: 't', content: [text('words')] }
const CITED = { citations: { enabled: true } }

describe('checkMedia', () => {
  it('leaves good media, in the reply and inside of results', () => {
    expect(
      runStep(checkMedia, { reply: [result('t', [image(PIXEL), pdf()]), FOUND, image(PIXEL), text('x')] }),
    ).toMatchObject({ same: true, repairs: [] })
  })

  it('mends what can be mended', () => {
    const run = runStep(checkMedia, {
      reply: [image(PIXEL, 'image/jpeg'), result('t', [image(`data:image/png;base64,${PIXEL}`)])],
    })
    expect(run.reply).toEqual([image(PIXEL), result('t', [image(PIXEL)])])
    expect(rulesOf(run.repairs)).toEqual(['IMG-06 edited', 'IMG-06 edited'])
    expect(runAgain(checkMedia, run)).toMatchObject({ same: true, repairs: [] })
  })

  it('says in a note why an image or a PDF is not there, without its bytes', () => {
    const run = runStep(checkMedia, { reply: [image('bm9uc2Vuc2U='), result('t', [pdf('bm9uc2Vuc2U=')])] })
    expect(run.reply).toEqual([
      text('[image omitted: not a JPEG, PNG, GIF or WebP]'),
      result('t', [text('[document omitted: not a PDF]')]),
    ])
    expect(rulesOf(run.repairs)).toEqual(['IMG-07 replaced', 'PDF-02 replaced'])
  })

  it('keeps words and addresses that a model can use without the medium', () => {
    const run = runStep(checkMedia, {
      reply: [
        { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
        { type: 'document', source: { type: 'text', media_type: 'text/markdown', data: '# Plan' } },
        { ...FOUND, title: '' },
      ],
      target: { platform: 'bedrock' },
    })
    expect(run.reply).toEqual([
      { type: 'text', text: expect.stringContaining('https://example.com/a.png') },
      { type: 'text', text: expect.stringContaining('# Plan') },
      { type: 'text', text: expect.stringContaining('words') },
    ])
  })

  it.each([
    ['documents', pdf()],
    ['search results', FOUND],
  ])('lets the first of the %s decide on citations for all', (_, block) => {
    const run = runStep(checkMedia, { reply: [block, { ...block, ...CITED }, result('t', [block])] })
    expect(run.reply).toEqual([block, { ...block, citations: { enabled: false } }, result('t', [block])])
    expect(rulesOf(run.repairs)).toEqual(['CIT-01 edited'])
    expect(runStep(checkMedia, { reply: [{ ...block, ...CITED }, block] }).reply).toEqual([
      { ...block, ...CITED },
      { ...block, ...CITED },
    ])
  })

  it('lets documents and search results differ', () => {
    expect(runStep(checkMedia, { reply: [pdf(), { ...FOUND, ...CITED }] }).same).toBe(true)
  })
})
