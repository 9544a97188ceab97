import { describe, expect, it } from 'vitest'
import {
  answer,
  apiError,
  attachment,
  image,
  type LogMessage,
  log,
  pdf,
  result,
  text,
  user,
} from '../../testing/history-builder.ts'
import { normalizeLog, rulesOf } from '../../testing/normalize-log.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { createSource } from '../exchange.ts'
import type { Repair } from '../repair.ts'
import { stripRefusedMedia } from './strip-refused-media.ts'

const NO_IMAGE = text('[image removed: the API refused it]')
const NO_PDF = text('[document removed: the API refused it]')

function strip(...messages: readonly LogMessage[]) {
  const repairs: Repair[] = []
  const sources = log(...messages).map(createSource)
  const stripped = stripRefusedMedia(sources, repair => repairs.push(repair))
  const contents = stripped.map(({ message }) => (message.message as { content: unknown }).content)
  return { contents, repairs, same: stripped === sources }
}

describe('stripRefusedMedia', () => {
  it('takes an image out of the message that carried it, and leaves its words', () => {
    const { contents, repairs } = strip(user([text('look'), image(PIXEL)]), apiError('Image was too large.'))
    expect(contents[0]).toEqual([text('look'), NO_IMAGE])
    expect(repairs).toEqual([
      {
        rule: 'SEED-refused-media',
        action: 'replaced',
        index: 0,
        uuid: expect.any(String),
        detail: 'image that the API refused',
      },
    ])
  })

  it.each([{}, { isMeta: true }])('does so whether a person or the program wrote it (%j)', fields => {
    expect(strip(user([pdf()], fields), apiError('PDF too large.')).contents[0]).toEqual([NO_PDF])
  })

  it('takes it out of a tool result', () => {
    const { contents } = strip(
      user([result('t', [text('a'), image(PIXEL)]), image(PIXEL)]),
      apiError('Image was too large.'),
    )
    expect(contents[0]).toEqual([result('t', [text('a'), NO_IMAGE]), NO_IMAGE])
  })

  it.each([
    ['a file', { type: 'file', filename: 'a.png', content: { type: 'image', file: imageFile() } }],
    ['a queued prompt', { type: 'queued_command', prompt: [text('look'), image(PIXEL)] }],
  ])('takes it out of %s that was attached', (_, fields) => {
    const { contents, repairs } = strip(attachment(fields), apiError('Image was too large.'))
    expect(contents[0]).toContainEqual(NO_IMAGE)
    expect(JSON.stringify(contents[0])).not.toContain(PIXEL)
    expect(rulesOf(repairs)).toEqual(['SEED-refused-media replaced'])
  })

  it('blames only the nearest message before the error, past those that carry nothing', () => {
    const { contents } = strip(
      user([image(PIXEL)]),
      user([image(PIXEL), text('second')]),
      user('words'),
      apiError('Image was too large.'),
      user([image(PIXEL)]),
    )
    expect(contents[0]).toEqual([image(PIXEL)])
    expect(contents[1]).toEqual([NO_IMAGE, text('second')])
    expect(contents[4]).toEqual([image(PIXEL)])
  })

  it('goes one message further back for each error', () => {
    const { contents } = strip(
      user([image(PIXEL)]),
      user([image(PIXEL)]),
      apiError('Image was too large.'),
      apiError('Image was too large.'),
    )
    expect(contents.slice(0, 2)).toEqual([[NO_IMAGE], [NO_IMAGE]])
  })

  it('takes out only what the error blames', () => {
    expect(strip(user([image(PIXEL), pdf()]), apiError('PDF too large.')).contents[0]).toEqual([
      image(PIXEL),
      NO_PDF,
    ])
    expect(strip(user([image(PIXEL), pdf()]), apiError('Request too large.')).contents[0]).toEqual([
      NO_IMAGE,
      NO_PDF,
    ])
  })

  it.each([
    ['errors of another kind', apiError('API Error: Connection error.')],
    ['answers that speak of an error', answer('m', 'Image was too large.')],
  ])('leaves media before %s', (_, last) => {
    expect(strip(user([image(PIXEL)]), last)).toMatchObject({ same: true, repairs: [] })
  })

  it('leaves a log where nothing can be blamed', () => {
    expect(strip(user('words'), apiError('Image was too large.')).same).toBe(true)
  })

  it('sends the rest of the conversation on, turn after turn', () => {
    const history = log(
      user([text('look'), image(PIXEL)]),
      apiError('Image was too large.'),
      user('without it, then'),
      answer('m', 'Fine.'),
      user('and more'),
    )
    const { messages, violations } = normalizeLog(history)
    expect(violations).toEqual([])
    expect(messages[0]?.content).toEqual([text('look'), NO_IMAGE, text('without it, then')])
  })
})

function imageFile() {
  return { base64: PIXEL, type: 'image/png' }
}
