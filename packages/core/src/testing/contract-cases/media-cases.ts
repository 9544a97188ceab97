import { FILES_BETA } from '@antiphon/contract'
import {
  assistant,
  document,
  image,
  pdf,
  png,
  type RuleCase,
  request,
  toolResult,
  toolUse,
  user,
} from './rule-case.ts'

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 0, 0, 0]).toString('base64')
const URL_IMAGE = { type: 'image', source: { type: 'url', url: 'https://a/b.png' } }

function cited(enabled: boolean): Record<string, unknown> {
  return document(pdf(1), { citations: { enabled } })
}

function searchResult(...content: readonly Record<string, unknown>[]): Record<string, unknown> {
  return { type: 'search_result', source: 's', title: 't', content }
}

export const mediaCases: readonly RuleCase[] = [
  {
    rule: 'IMG-01',
    title: 'an image of more bytes than the platform takes',
    breaks: request([user(image())]),
    passes: request([user(image())]),
    target: { limits: { imageBase64Bytes: 43 } },
    passesTarget: { limits: { imageBase64Bytes: 44 } },
    path: 'messages.0.content.0.source',
  },
  {
    rule: 'IMG-02',
    title: 'an image that is too wide',
    breaks: request([user(image(png(8001, 1)))]),
    passes: request([user(image(png(8000, 8000)))]),
    path: 'messages.0.content.0.source.data',
    message:
      'messages.0.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed ' +
      'size: 8000 pixels',
  },
  {
    rule: 'IMG-03',
    title: 'a large image among many',
    breaks: request([user(image(png(2001, 9)), image(), URL_IMAGE)]),
    passes: request([user(image(png(2000, 9)), image(), URL_IMAGE)]),
    target: { limits: { manyImages: 2 } },
    path: 'messages.0.content.0.source.data',
    message:
      'messages.0.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed ' +
      'size for many-image requests: 2000 pixels',
  },
  {
    rule: 'IMG-03',
    title: 'a large image inside a result among many',
    breaks: request([
      user(image(), image()),
      assistant(toolUse('t')),
      user(toolResult('t', { content: [image(png(9, 2001))] })),
    ]),
    passes: request([
      user(image()),
      assistant(toolUse('t')),
      user(toolResult('t', { content: [image(png(9, 2001))] })),
    ]),
    target: { limits: { manyImages: 2 } },
    path: 'messages.2.content.0.content.0.source.data',
    message:
      'messages.2.content.0.tool_result.content.0.image.source.base64.data: At least one of the image dimensions ' +
      'exceed max allowed size for many-image requests: 2000 pixels',
  },
  {
    rule: 'IMG-04',
    title: 'more images and pages than the model takes',
    breaks: request([user(document(pdf(98)), image(), image(), URL_IMAGE)], { model: 'claude-haiku-4-5' }),
    passes: request([user(document(pdf(98)), image(), image())], { model: 'claude-haiku-4-5' }),
    path: 'messages',
    message: 'Too much media: 98 document pages + 3 images > 100',
  },
  {
    rule: 'IMG-05',
    title: 'an image format that the API does not decode',
    breaks: request([user(image(png(1, 1), 'image/tiff'))]),
    passes: request([user(image(png(1, 1), 'image/png'))]),
    path: 'messages.0.content.0.source.media_type',
    message:
      "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', " +
      "'image/gif' or 'image/webp'",
  },
  {
    rule: 'IMG-06',
    title: 'a JPEG that claims to be a PNG',
    breaks: request([user(image(JPEG, 'image/png'))]),
    passes: request([user(image(JPEG, 'image/jpeg'))]),
    path: 'messages.0.content.0.source',
    message:
      'messages.0.content.0.image.source.base64: The image was specified using the image/png media type, but the ' +
      'image appears to be a image/jpeg image',
  },
  {
    rule: 'IMG-07',
    title: 'bytes that are no image',
    breaks: request([user(image('aGVsbG8gd29ybGQh'))]),
    passes: request([user(image())]),
    path: 'messages.0.content.0',
    message: 'Could not process image',
  },
  {
    rule: 'IMG-07',
    title: 'an image without a size',
    breaks: request([user(image(png(0, 5)))]),
    passes: request([user(image(png(1, 5)))]),
    path: 'messages.0.content.0',
  },
  {
    rule: 'IMG-08',
    title: 'an image without data',
    breaks: request([user(image(''))]),
    passes: request([user(image())]),
    path: 'messages.0.content.0.source.data',
  },
  {
    rule: 'IMG-08',
    title: 'a data URL instead of data',
    breaks: request([user(image(`data:image/png;base64,${png(1, 1)}`))]),
    passes: request([user(image(png(1, 1)))]),
    path: 'messages.0.content.0.source.data',
  },
  ...['http://a/b.png', 'b.png', 'data:image/png;base64,AAAA', 'file:///etc/passwd', ' https://a/b.png'].map(
    (url): RuleCase => ({
      rule: 'IMG-09',
      title: `an image at ${url}`,
      breaks: request([user({ type: 'image', source: { type: 'url', url } })]),
      passes: request([user(URL_IMAGE)]),
      path: 'messages.0.content.0.source.url',
      message: 'Only HTTPS URLs are supported.',
    }),
  ),
  {
    rule: 'IMG-09',
    title: 'a document at an address of another kind',
    breaks: request([user(source({ type: 'url', url: 'http://a/b.pdf' }))]),
    passes: request([user(source({ type: 'url', url: 'https://a/b.pdf' }))]),
    path: 'messages.0.content.0.source.url',
    message: 'Only HTTPS URLs are supported.',
  },
  {
    rule: 'FIL-01',
    title: 'an uploaded file without the beta, as a document',
    breaks: request([user(source({ type: 'file', file_id: 'file_1' }))]),
    passes: request([user(source({ type: 'file', file_id: 'file_1' }))]),
    passesTarget: { betas: [FILES_BETA] },
    path: 'messages.0.content.0.source',
    message:
      "messages.0.content.0.document.source: Input tag 'file' found using 'type' does not match any of the expected tags: 'base64', 'content', 'text', 'url'",
  },
  {
    rule: 'FIL-01',
    title: 'an uploaded file without the beta, as an image',
    breaks: request([user({ type: 'image', source: { type: 'file', file_id: 'file_1' } })]),
    passes: request([user({ type: 'image', source: { type: 'file', file_id: 'file_1' } })]),
    passesTarget: { betas: [FILES_BETA] },
    path: 'messages.0.content.0.source',
  },
  {
    rule: 'IMG-10',
    title: 'an image by the assistant',
    breaks: request([user('a'), assistant('b', image()), user('c')]),
    passes: request([user('a'), assistant('b'), user('c', image())]),
    path: 'messages.1.content.1',
  },
  {
    rule: 'PDF-01',
    title: 'a PDF with too many pages',
    breaks: request([user(document(pdf(601)))]),
    passes: request([user(document(pdf(600)))]),
    also: ['IMG-04'],
    path: 'messages.0.content.0',
    message: 'messages.0.content.0.pdf.source.base64.data: A maximum of 600 PDF pages may be provided.',
  },
  {
    rule: 'PDF-02',
    title: 'a PDF behind a password',
    breaks: request([user(document(pdf(1, '/Encrypt 9 0 R')))]),
    passes: request([user(document(pdf(1, '/Encrypted false')))]),
    path: 'messages.0.content.0',
    message: 'The PDF specified is password protected.',
  },
  {
    rule: 'PDF-02',
    title: 'bytes that are no PDF',
    breaks: request([user(document('aGVsbG8gd29ybGQh'))]),
    passes: request([user(document())]),
    path: 'messages.0.content.0',
    message: 'The PDF specified was not valid.',
  },
  {
    rule: 'PDF-03',
    title: 'a plain text in base64',
    breaks: request([user(source({ type: 'base64', media_type: 'text/plain', data: 'YQ==' }))]),
    passes: request([user(source({ type: 'text', media_type: 'text/plain', data: 'a' }))]),
    path: 'messages.0.content.0.source.media_type',
    message: "messages.0.content.0.document.source.base64.media_type: Input should be 'application/pdf'",
  },
  {
    rule: 'PDF-03',
    title: 'a source that only documents have, on an image',
    breaks: request([user({ type: 'image', source: { type: 'text', media_type: 'text/plain', data: 'a' } })]),
    passes: request([user(URL_IMAGE)]),
    path: 'messages.0.content.0.source',
  },
  {
    rule: 'PDF-03',
    title: 'a URL source without a URL',
    breaks: request([user(source({ type: 'url' }))]),
    passes: request([user(source({ type: 'url', url: 'https://a/b.pdf' }))]),
    path: 'messages.0.content.0.source.url',
  },
  {
    rule: 'CIT-01',
    title: 'citations on one document of two',
    breaks: request([user(cited(true), document())]),
    passes: request([user(cited(true), cited(true))]),
    path: 'messages.0.content.1.citations',
  },
  {
    rule: 'SEA-01',
    title: 'a search result by the assistant',
    breaks: request([user('a'), assistant('b', searchResult({ type: 'text', text: 'x' })), user('c')]),
    passes: request([user('a'), assistant('b'), user('c', searchResult({ type: 'text', text: 'x' }))]),
    path: 'messages.1.content.1',
  },
  {
    rule: 'SEA-01',
    title: 'a search result with an image',
    breaks: request([user(searchResult(image()))]),
    passes: request([user(searchResult({ type: 'text', text: 'x' }))]),
    path: 'messages.0.content.0.content.0',
  },
  {
    rule: 'PLT-02',
    title: 'an image by URL on a platform that fetches nothing',
    breaks: request([user(URL_IMAGE)]),
    passes: request([user(URL_IMAGE)]),
    target: { platform: 'vertex' },
    passesTarget: { platform: 'anthropic' },
    path: 'messages.0.content.0.source',
  },
]

function source(value: Record<string, unknown>): Record<string, unknown> {
  return { type: 'document', source: value }
}
