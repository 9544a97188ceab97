import { describe, expect, it } from 'vitest'
import { createAssistantAPIErrorMessage } from '../message/assistant-message.ts'
import {
  blamedBlockTypes,
  ERROR_TO_BLOCK_TYPES,
  getImageTooLargeErrorMessage,
  getPdfInvalidErrorMessage,
  getPdfPasswordProtectedErrorMessage,
  getPdfTooLargeErrorMessage,
  getRequestTooLargeErrorMessage,
} from './refused-media.ts'

function blamed(content: string) {
  return [...blamedBlockTypes(createAssistantAPIErrorMessage({ content }))].sort()
}

describe('blamedBlockTypes', () => {
  it.each([
    [getPdfTooLargeErrorMessage(), ['document']],
    [getPdfPasswordProtectedErrorMessage(), ['document']],
    [getPdfInvalidErrorMessage(), ['document']],
    [getImageTooLargeErrorMessage(), ['image']],
    [getRequestTooLargeErrorMessage(), ['document', 'image']],
  ])('reads the table of seed 001: %s', (text, types) => {
    expect(blamed(text)).toEqual(types)
  })

  it.each([
    ['The PDF specified is password protected.', ['document']],
    ['The PDF specified was not valid.', ['document']],
    ['Could not process PDF', ['document']],
    ['…pdf.source.base64.data: A maximum of 100 PDF pages may be provided.', ['document']],
    ['API Error: 400 image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes', ['image']],
    ['At least one of the image dimensions exceed max allowed size: 8000 pixels', ['image']],
    [
      'At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
      ['image'],
    ],
    ['Could not process image', ['image']],
    ['image cannot be empty', ['image']],
    ['The image was specified using the image/png media type, but appears to be a image/jpeg', ['image']],
    ['Image does not match the provided media type image/jpeg', ['image']],
    ['Image format image/png not supported', ['image']],
    ['Too much media: 0 document pages + 102 images > 100', ['document', 'image']],
    ['too many images and documents: 104 + 1 > 100', ['document', 'image']],
    ['Request exceeds the maximum size', ['document', 'image']],
    ['PDF too large (max 100 pages, 32 MB). Double press esc to go back.', ['document']],
  ])('reads the words of the API, too: %s', (text, types) => {
    expect(blamed(text)).toEqual(types)
  })

  it.each(['Overloaded', 'prompt is too long: 210118 tokens > 200000 maximum', 'I see an image.', ''])(
    'blames nothing for: %s',
    text => {
      expect(blamed(text)).toEqual([])
    },
  )

  it('reads an error whose content is a string, and of any other shape nothing', () => {
    expect(blamedBlockTypes({ message: { content: 'PDF too large' } }).has('document')).toBe(true)
    for (const value of [null, 'PDF too large', {}, { message: null }, { message: { content: [null, 7] } }])
      expect(blamedBlockTypes(value).size).toBe(0)
  })

  it('blames images and documents, in every row', () => {
    for (const { types } of ERROR_TO_BLOCK_TYPES)
      expect([...types].every(type => type === 'image' || type === 'document')).toBe(true)
  })
})
