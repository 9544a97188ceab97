import { describe, expect, it } from 'vitest'
import type { AnyFileAttachment } from '../../message/attachment-file.ts'
import { normalizeAttachmentForAPI } from './normalize-attachment-for-api.ts'
import { FILE_RENDERERS } from './render-file-attachments.ts'
import { wrapInSystemReminder } from './wrap-in-system-reminder.ts'

type Fields<T extends string> = Omit<Extract<AnyFileAttachment, { readonly type: T }>, 'type'>
type Case<T extends string> = readonly [fields: Fields<T>, expected: string | readonly object[] | null]

const reminder = (text: string) => ({ type: 'text', text: wrapInSystemReminder(text) })
const png = { type: 'base64', media_type: 'image/png', data: 'aGk=' } as const

const CASES: { readonly [T in AnyFileAttachment['type']]: Case<T> } = {
  file: [
    {
      filename: '/p/a.ts',
      content: {
        type: 'text',
        file: { filePath: '/p/a.ts', content: 'let a', numLines: 1, startLine: 5, totalLines: 9 },
      },
      truncated: true,
    },
    'Contents of /p/a.ts (lines 5 to 5 of 9):\nlet a\n\n/p/a.ts was too long: only its beginning is shown. Read the rest if you need it.',
  ],
  already_read_file: [{ filename: '/p/a.ts' }, null],
  at_mention_reference: [
    { mentions: ['big.log'], unread: 'too_large', fileSize: 300000 },
    'The user mentioned big.log, which is too large to attach (300000 bytes): read it in parts.',
  ],
  compact_file_reference: [
    { filename: '/p/a.ts', displayPath: 'a.ts' },
    '/p/a.ts was read before the conversation was summarized and is too long to repeat here. Read it again if you need it.',
  ],
  pdf_reference: [
    { filename: '/p/a.pdf', pageCount: 80, fileSize: 9 },
    'The PDF /p/a.pdf (80 pages, 9 bytes) is too large to attach. Read it by page ranges.',
  ],
  edited_text_file: [
    { filename: '/p/a.ts', snippet: '1→let a' },
    '/p/a.ts was changed on disk by the user or a tool since you last saw it. The change is meant: take it into account, do not undo it, and do not bring it up unasked. What changed, with line numbers:\n1→let a',
  ],
  edited_image_file: [
    { filename: '/p/a.png', content: { type: 'image', file: { base64: 'aGk=', type: 'image/png' } } },
    [
      reminder('The image /p/a.png was changed on disk since you last saw it.'),
      reminder('The image /p/a.png:'),
      { type: 'image', source: png },
    ],
  ],
  directory: [{ path: '/p', content: 'a.ts\nb.ts' }, 'The folder /p holds:\na.ts\nb.ts'],
  selected_lines_in_ide: [
    { ideName: 'VS Code', filename: '/p/a.ts', lineStart: 3, lineEnd: 4, content: 'let b' },
    'The user selected lines 3 to 4 of /p/a.ts in VS Code:\nlet b\n\nThis may or may not bear on the task.',
  ],
  opened_file_in_ide: [
    { filename: '/p/a.ts' },
    'The user opened /p/a.ts in the editor. This may or may not bear on the task.',
  ],
  diagnostics: [
    {
      files: [
        {
          uri: '/p/a.go',
          diagnostics: [
            {
              message: 'unused',
              severity: 'Info',
              source: 'vet',
              range: { start: { line: 4, character: 0 } },
            },
          ],
        },
      ],
      isNew: true,
    },
    'New diagnostics:\n\n/p/a.go:\n- 5:1 Info: unused (vet)',
  ],
  mcp_resource: [
    {
      server: 'docs',
      uri: 'x://1',
      name: 'One',
      content: {
        contents: [
          { text: 'words' },
          { blob: 'aGk=', mimeType: 'image/png' },
          { blob: 'AAAA', mimeType: 'application/zip' },
        ],
      },
    },
    [
      reminder('The resource One, x://1 from the MCP server docs:'),
      reminder('words'),
      { type: 'image', source: png },
      reminder('Binary data (application/zip, 4 base64 characters) is not shown.'),
    ],
  ],
  read_truncation_notice: [{ banner: 'cut at line 2000', toolUseID: 'toolu_1' }, 'cut at line 2000'],
}

describe('FILE_RENDERERS', () => {
  it('has a case here for every kind', () => {
    expect(Object.keys(CASES).sort()).toEqual(Object.keys(FILE_RENDERERS).sort())
  })

  it.each(Object.entries(CASES))('renders %s', (type, [fields, expected]) => {
    expect(contentOf({ type, ...fields })).toEqual(
      typeof expected === 'string' ? [reminder(expected)] : expected,
    )
  })

  it('makes a document of an attached PDF', () => {
    const content = { type: 'pdf', file: { filePath: '/a.pdf', base64: 'JVBERi0=' } }
    expect(contentOf({ type: 'file', filename: '/a.pdf', content })).toEqual([
      reminder('The PDF /a.pdf:'),
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
    ])
  })

  it.each([
    [
      { type: 'notebook', file: { cells: [{ source: 'x', cellType: 'code' }] } },
      '[{"cellType":"code","source":"x"}]',
    ],
    [{ type: 'parts', file: { count: 3, outputDir: '/tmp/p' } }, '3 of its pages are images in /tmp/p'],
    [{ type: 'file_unchanged', file: {} }, '/a has not changed'],
    [{ type: 'text', file: { content: '' } }, '/a has no text'],
    ['plain', 'Contents of /a:\nplain'],
    [{ type: 'text', file: { content: 7 } }, '"filename":"/a"'],
  ])('tells a file whose content is %j', (content, expected) => {
    expect(contentOf({ type: 'file', filename: '/a', content })).toMatchObject([
      { text: expect.stringContaining(expected) },
    ])
  })
})

function contentOf(attachment: object): unknown {
  // The tables tie each type to its fields; `Object.entries` forgets that.
  const known = attachment as AnyFileAttachment
  const message = { type: 'attachment', attachment: known, uuid: 'u1', timestamp: 't1' } as const
  return normalizeAttachmentForAPI(message)?.message.content ?? null
}
